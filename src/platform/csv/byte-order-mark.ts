/** Excel reads a file as UTF-8 only if it begins so. */
export const byteOrderMark = '\uFEFF'
