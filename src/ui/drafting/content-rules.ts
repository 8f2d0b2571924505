/** A field that was refused, whoever has refused it. */
export interface FieldError<Part> {
  part: Part
  /** Below its part, e.g. `title` or `links.1.url`. */
  field: string
  /** A sentence. */
  message: string
}

/** One change, of which `values` are what is typed into fields. */
export interface AnyEdit {
  type: string
  id?: string
  values?: object
}

/**
 * What editing has to know of what is edited: a content, which is never changed in place, its edits,
 * and its parts, each with a form of its own.
 */
export interface ContentRules<Content, Edit extends AnyEdit, Part> {
  /** The changed content, sharing all that stayed. The same object if nothing changes. */
  edit: (content: Content, edit: Edit) => Content
  /** All of it in the place of what was there. */
  replace: (content: Content) => Edit
  /** Where a change can be seen. Null: beside all forms. */
  partOf: (edit: Edit) => Part | null
  /** The part itself, or another that is shown where it is not there any more. */
  visible: (part: Part, content: Content) => Part
  /** What the server would refuse, by the same schema and in the same words. */
  check: (content: Content) => FieldError<Part>[]
  /** Finds the fields that the paths of a refused save mean. */
  locate: (
    content: Content,
    errors: readonly { path: string; message: string }[],
  ) => FieldError<Part>[]
  /** As it is sent: without rows that are still empty. */
  trim: (content: Content) => Content
  /** One text for all that are the same once the server has trimmed them. */
  describe: (content: Content) => string
  /** As JSON; `parse` reads it again. Null: it was no such content. */
  write: (content: Content) => string
  parse: (value: unknown) => Content | null
}
