import { dirname, join } from 'node:path'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { listPrintFonts } from './print-fonts.ts'
import { keepPrintable, readPrintableCharacters } from './printable-text.ts'

export interface PdfRenderer {
  /**
   * Sets a Typst template (absolute path, below `src`) as a PDF. Text from people goes in through
   * `inputs` only, which the template reads as plain strings: nothing in it is ever run as markup.
   * The same template, inputs and options give the same bytes. Throws if the template is broken.
   */
  render(template: string, inputs: Record<string, string>, options: PdfRendererOptions): Buffer
  /** The same for a picture: the template's one page as SVG, its letters drawn as shapes. */
  renderPicture(template: string, inputs: Record<string, string>): string
  /** The same renderer, whose sheets are dressed. */
  wearing(dress: DressInputs): PdfRenderer
  /** Dressed as sheets were then. */
  asOf(at: Date): Promise<PdfRenderer>
  /** What `render` would print of this text: without control characters and unknown scripts. */
  keepPrintable(text: string): string
}

/** Puts the academy's own colours and mark in the place of those that a template brings. */
export type DressInputs = (inputs: Record<string, string>) => Record<string, string>

export interface PdfRendererOptions {
  /** Written into the file as its creation date. */
  createdAt: Date
  /** PDF/A-2a (archival, tagged) unless another is asked for. */
  standard?: 'a-2a' | 'ua-1' | '1.7'
}

/** Results unused for this many documents leave the compiler's memory. */
const keptDocuments = 5

/**
 * One per process: the compiler and its fonts are loaded at the first template and then kept.
 * `onWarning` hears what the compiler finds odd about a template, such as a missing font; `findDress`
 * knows what sheets looked like at a time.
 */
export function createPdfRenderer(
  onWarning: (message: string) => void = () => {},
  findDress: (at: Date) => Promise<DressInputs> = async () => (inputs) => inputs,
): PdfRenderer {
  let loaded: { compiler: NodeCompiler; printable: Set<number> } | undefined
  const load = () =>
    (loaded ??= {
      compiler: createCompiler(),
      printable: readPrintableCharacters(listPrintFonts()),
    })

  const withDocument = <Result>(
    template: string,
    inputs: Record<string, string>,
    write: (compiler: NodeCompiler, document: NodeTypstDocument) => Result,
  ): Result => {
    const { compiler, printable } = load()
    const cleaned = Object.entries(inputs).map(([name, text]) => [
      name,
      keepPrintable(text, printable),
    ])
    try {
      return write(compiler, compile(compiler, template, Object.fromEntries(cleaned), onWarning))
    } finally {
      compiler.evictCache(keptDocuments)
    }
  }

  const rendererWearing = (dress: DressInputs): PdfRenderer => ({
    render: (template, inputs, options) =>
      withDocument(template, dress(inputs), (compiler, document) =>
        exportPdf(compiler, document, options, onWarning),
      ),
    renderPicture: (template, inputs) =>
      withDocument(template, dress(inputs), (compiler, document) =>
        // The style sheet inside is for browsers; without it letters have their group's colour.
        compiler.svg(document).replace(/<style[\s\S]*?<\/style>/, ''),
      ),
    keepPrintable: (text) => keepPrintable(text, load().printable),
    wearing: rendererWearing,
    asOf: async (at) => rendererWearing(await findDress(at)),
  })
  return rendererWearing((inputs) => inputs)
}

function compile(
  compiler: NodeCompiler,
  mainFilePath: string,
  inputs: Record<string, string>,
  onWarning: (message: string) => void,
): NodeTypstDocument {
  const result = compiler.compile({ mainFilePath, inputs })
  const warnings = result.takeWarnings()
  if (warnings) listMessages(compiler, warnings).forEach(onWarning)
  const failure = result.takeError()
  if (failure) throw new Error(`${mainFilePath}: ${listMessages(compiler, failure).join('; ')}`)
  if (!result.result) throw new Error(`${mainFilePath}: the compiler gave no document`)
  return result.result
}

function exportPdf(
  compiler: NodeCompiler,
  document: NodeTypstDocument,
  { createdAt, standard = 'a-2a' }: PdfRendererOptions,
  onWarning: (message: string) => void,
): Buffer {
  const creationTimestamp = Math.floor(createdAt.getTime() / 1000)
  try {
    return compiler.pdf(document, { pdfStandard: standard, creationTimestamp })
  } catch {
    // Seen with marks on letters of another script, which no font can join: a plain file is better
    // than none. The compiler's message is kept back because it quotes the person's name.
    onWarning(`a text could not be set within PDF standard ${standard}, a plain PDF was made`)
    return compiler.pdf(document, { pdfStandard: '1.7', creationTimestamp })
  }
}

function createCompiler(): NodeCompiler {
  return NodeCompiler.create({
    workspace: join(import.meta.dirname, '../..'),
    fontArgs: [{ fontPaths: [...new Set(listPrintFonts().map((file) => dirname(file)))] }],
  })
}

function listMessages(
  compiler: NodeCompiler,
  failure: Parameters<NodeCompiler['fetchDiagnostics']>[0],
) {
  const diagnostics: { message: string }[] = compiler.fetchDiagnostics(failure)
  return diagnostics.map(({ message }) => message)
}
