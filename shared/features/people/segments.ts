/** The most characters that the names of a person’s segments have together, with a comma between each two. */
export const segmentsLength = 200
