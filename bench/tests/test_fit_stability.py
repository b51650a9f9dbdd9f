import unittest

import numpy as np

from fit_stability import fit


class FitTests(unittest.TestCase):
    def test_the_weights_that_made_the_data_are_found(self):
        random = np.random.default_rng(3)
        inputs = random.standard_normal((20_000, 3)) * [1, 3, 0.5] + [0, 2, -1]
        weights, bias = np.array([1.5, -0.5, 2.0]), 0.7
        right = (random.random(len(inputs)) < 1 / (1 + np.exp(-(inputs @ weights + bias)))).astype(float)
        found, found_bias = fit(inputs, right)
        np.testing.assert_allclose(found, weights, atol=0.12)
        self.assertAlmostEqual(found_bias, bias, delta=0.2)


if __name__ == "__main__":
    unittest.main()
