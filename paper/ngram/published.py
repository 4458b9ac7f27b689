"""What the papers published, with its place in them. All figures are percentages, but for bits and counts.

*NCleaner* is the paper of 2008, *StupidOS* the one of 2007. Both systems were trained on the gold standard of FIASCO,
158 pages that are not to be had today. "FIASCO" figures are from cross-validation on these; "Devset" figures are from
CleanEval's development set, the 58 pages of ``cleaneval-dev``.
"""

from __future__ import annotations

from typing import NamedTuple


class Triple(NamedTuple):
    """F-score, precision and recall."""

    f: float
    precision: float
    recall: float

    def cells(self) -> list[str]:
        """As they stand in a table."""
        return [f"{value:.2f}" for value in self]


BASELINE = "Baseline"
HEURISTICS = "Heuristics only"
NCLEANER = "NCleaner"
NON_LEXICAL = "Non-lexical model"

FIASCO_PAGES = 158
FINAL_PAGES = 674

TABLE_1 = {"the best of the nine teams": 84.1, "NCleaner": 82.9, "the last of the nine teams": 60.2}
"""NCleaner, Table 1: text scores in the competition; of the other teams only the first and the last."""

TABLE_2_MICRO = {
    BASELINE: Triple(91.23, 84.16, 99.58),
    HEURISTICS: Triple(89.39, 85.12, 94.11),
    NCLEANER: Triple(91.60, 91.95, 91.25),
    NON_LEXICAL: Triple(89.99, 90.17, 89.82),
}
"""NCleaner, Table 2, at the left."""

TABLE_2_MACRO = {
    BASELINE: (Triple(85.32, 79.00, 96.74), Triple(15.11, 20.14, 2.13)),
    HEURISTICS: (Triple(84.06, 79.16, 94.11), Triple(18.03, 20.61, 15.02)),
    NCLEANER: (Triple(87.63, 88.47, 89.74), Triple(15.50, 14.21, 16.83)),
    NON_LEXICAL: (Triple(85.60, 85.35, 89.37), Triple(16.84, 17.53, 17.37)),
}
"""NCleaner, Table 2, at the right: means and standard deviations."""

NCLEANER_F_TEST = "FIASCO: t = 1.976, df = 157, p = .0499; Devset: at least +1.5"
"""NCleaner, section 4, and StupidOS, section 4.2: NCleaner against the baseline, F."""

NON_LEXICAL_PRECISION_TEST = "FIASCO: t = 9.0557, df = 157, p = 5.055 · 10<sup>−16</sup>"
"""NCleaner, section 4: the non-lexical model against the baseline, precision."""

NCLEANER_PRECISION = "FIASCO: at least +7.63; Devset: at least +9.16"
NON_LEXICAL_F = "significant on Devset, not on FIASCO"
NON_LEXICAL_WORSE = "always significantly worse"
"""StupidOS, section 4.2: what is sure with a confidence of 95 %."""

NCLEANER_TEXT = "a significant improvement"
NON_LEXICAL_HTML = "somewhat worse"
NON_LEXICAL_TEXT = "no significant difference"
"""NCleaner, section 5, on the test set."""

TABLE_3 = {
    "Baseline": Triple(88.72, 83.11, 95.15),
    "NCleaner (HTML)": Triple(92.73, 94.70, 90.83),
    "NCleaner (text)": Triple(90.18, 90.30, 90.05),
    "Non-lexical (HTML)": Triple(92.31, 91.65, 92.97),
    "Non-lexical (text)": Triple(89.86, 89.88, 89.85),
}
"""NCleaner, Table 3: words and marks, micro-averaged."""

TABLE_4 = {
    "Baseline": Triple(0.00, 0.00, 0.00),
    "NCleaner (HTML)": Triple(60.85, 69.30, 54.24),
    "NCleaner (text)": Triple(34.04, 28.98, 41.25),
    "Non-lexical (HTML)": Triple(55.76, 52.76, 59.13),
    "Non-lexical (text)": Triple(33.21, 27.43, 42.07),
}
"""NCleaner, Table 4: labelled marks, micro-averaged."""

STUPIDOS_TABLE_1 = {
    BASELINE: ((84.16, 99.58), (86.70, 99.93)),
    HEURISTICS: ((85.12, 94.11), (87.32, 96.47)),
    NCLEANER: ((91.95, 91.25), (93.58, 90.92)),
    NON_LEXICAL: ((90.17, 89.82), (91.72, 91.74)),
}
"""StupidOS, Table 1: micro-averaged precision and recall on FIASCO and on Devset."""

STUPIDOS_TABLE_2 = {
    BASELINE: (
        (Triple(85.32, 79.00, 96.74), Triple(0.00, 0.00, 0.00)),
        (Triple(83.74, 77.81, 96.19), Triple(0.00, 0.00, 0.00)),
    ),
    HEURISTICS: (
        (Triple(84.06, 79.16, 94.11), Triple(63.72, 54.84, 90.41)),
        (Triple(85.18, 79.48, 96.66), Triple(65.14, 57.01, 89.69)),
    ),
    NCLEANER: (
        (Triple(87.63, 88.47, 89.74), Triple(69.96, 71.22, 75.14)),
        (Triple(88.60, 92.09, 87.65), Triple(68.49, 77.42, 69.27)),
    ),
    NON_LEXICAL: (
        (Triple(85.60, 85.35, 89.37), Triple(66.60, 66.36, 75.42)),
        (Triple(86.24, 85.00, 90.78), Triple(66.75, 67.36, 75.32)),
    ),
}
"""StupidOS, Table 2: macro-averaged words and unlabelled marks, on FIASCO and on Devset."""

BELOW = {BASELINE: (42, 94), NCLEANER: (17, None), NON_LEXICAL: (27, 69)}
"""StupidOS, section 4.4 and footnote 10: pages of FIASCO with a precision below 70 % and below 90 %.

For the standard model the paper says "more than a third" for the latter.
"""

ENTROPY = (6, 0.6, 2.53)
NON_LEXICAL_ENTROPY = (6, 0.4, 0.87)
"""StupidOS, sections 3.3 and 3.4: n and q with a low cross-entropy, and its bits per character."""

TRUSTED_FROM, TRUSTED_PAGES, TRUSTED_PRECISION, TRUSTED_BELOW_70 = 86.0, 100, 91.88, 5
ALL_PRECISION, ALL_BELOW_70, TRUST_ERROR = 88.47, 17, 13.76
"""StupidOS, section 4.4: the pages with a predicted precision of 86 % or more, and all."""
