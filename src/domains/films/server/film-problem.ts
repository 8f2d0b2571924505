/** A file that cannot become a film; its message is a sentence for the administrator. */
export class FilmProblem extends Error {}
