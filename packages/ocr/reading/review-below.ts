/** What is read with less certainty than this must be reviewed by a person. */
export const REVIEW_BELOW = 0.88
