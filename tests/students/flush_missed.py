"""Takes every flush for a high card, and sorts it there."""

import right

right.NAMES[5] = "High Card"
evaluate = right.evaluate
right.evaluate = lambda cards: (
    0 if evaluate(cards)[0] == 5 else evaluate(cards)[0],
    evaluate(cards)[1],
)
right.main()
