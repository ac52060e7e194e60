/** A banner stands at its places; a note of what is new is shown once to each person. */
export const bannerTypes = ['banner', 'new_feature'] as const

/** Who sees a banner: nobody while it is hidden; one that was seen is archived. */
export const bannerStates = ['hidden', 'shown', 'archived'] as const
