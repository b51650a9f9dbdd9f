"""One line of a table, and what needs nothing but Python."""
from dataclasses import dataclass


@dataclass
class Figure:
    """One line of a table."""
    name: str
    value: float
    unit: str = ""
    goal: float = None      # the most it may be

    @property
    def is_missed(self):
        return self.goal is not None and self.value is not None and self.value > self.goal

    @property
    def verdict(self):
        """Empty where there is no goal, or nothing was measured."""
        if self.goal is None or self.value is None:
            return ""
        return "missed" if self.is_missed else "met"


def percentile(values, share):
    """The value below which `share` (0…1) of the values lie, interpolated between neighbours."""
    if not values:
        return None
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
