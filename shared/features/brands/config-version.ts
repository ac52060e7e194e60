/** A bundled configuration and the server's are interchangeable only with the same version. */
export const configVersion = 13
