/**
 * What of a note belongs to persons: `people` to those who drive, sign, write and are named in free texts, `parties` to
 * the companies on the note, since many hauliers are natural persons. Goods, dates, numbers, plates, amounts, countries and
 * statuses stay in clear.
 */
export const personalCategories = ['people', 'parties'] as const
export type PersonalCategory = (typeof personalCategories)[number]
