/** How long the text of a message may be, in characters; so are notes of staff and saved phrases. */
export const longestText = 5000
/** How many files may go with one message, as with what is handed in and with its answer. */
export const mostFiles = 10
