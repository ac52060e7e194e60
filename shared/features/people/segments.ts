/** The most characters that the names of a person’s segments have together. */
export const segmentsLength = 200
