/** What is read less surely than this somebody has to look at. */
export const REVIEW_BELOW = 0.88
