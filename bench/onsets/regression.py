"""Logistic regression whose weights are not negative, by Newton's method on the weights that are free."""
import numpy

RIDGE = 10.0            # of a weight's square; keeps the weights of rare terms small
STEPS, SWEEPS = 60, 400
CLOSE = 1e-7


def fitted(values, is_stroke, ridge=RIDGE):
    """A weight for each column and the constant, which may be negative."""
    design = numpy.hstack([values, numpy.ones((len(values), 1))])
    penalty = numpy.full(design.shape[1], ridge)
    penalty[-1] = 0
    weights = numpy.zeros(design.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + numpy.exp(-(design @ weights)))
        slope = design.T @ (chances - is_stroke) + penalty * weights
        curve = (design.T * (chances * (1 - chances))) @ design + numpy.diag(penalty + 1e-9)
        step = best_step(weights, slope, curve)
        size, now = 1.0, loss(design, is_stroke, penalty, weights)
        while size > 1e-4 and loss(design, is_stroke, penalty, weights + size * step) > now:
            size /= 2
        weights = weights + size * step
        if numpy.abs(step).max() < CLOSE:
            break
    return weights[:-1], weights[-1]


def best_step(weights, slope, curve):
    """The least of the quadratic form among the steps that leave all weights but the last not negative."""
    step = numpy.zeros(len(weights))
    for _ in range(SWEEPS):
        furthest = 0.0
        for index in range(len(weights)):
            wanted = step[index] - (slope[index] + curve[index] @ step) / curve[index, index]
            if index < len(weights) - 1:
                wanted = max(wanted, -weights[index])
            furthest = max(furthest, abs(wanted - step[index]))
            step[index] = wanted
        if furthest < CLOSE:
            break
    return step


def loss(design, is_stroke, penalty, weights):
    odds = design @ weights
    return numpy.sum(numpy.logaddexp(0, odds) - is_stroke * odds) + penalty @ weights ** 2 / 2
