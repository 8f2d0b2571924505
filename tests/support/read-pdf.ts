import { inflateSync } from 'node:zlib'

/** What a test wants to know of a PDF made by the pdfRenderer, read from its uncompressed parts. */
export function readPdf(pdf: Buffer) {
  const source = pdf.toString('latin1')
  return {
    pageCount: [...source.matchAll(/\/Type\s*\/Page\b/g)].length,
    /** Sorted names without the subset prefix, e.g. 'NotoSansTamil-Regular'. */
    fonts: [...new Set(listMatches(source, /\/BaseFont\s*\/[A-Z]{6}\+(\S+)/g))].toSorted(),
    title: /<dc:title>.*?<rdf:li[^>]*>(.*?)<\/rdf:li>/s.exec(pdf.toString('utf8'))?.[1] ?? '',
    /** Every character some glyph stands for, each once. */
    printedCharacters: new Set(
      listMatches(source, /<[0-9A-Fa-f]+>\s*<([0-9A-Fa-f]+)>\s*$/gm).flatMap((hex) =>
        Array.from(decodeUtf16(hex)),
      ),
    ),
    /** Where each stretch of text begins on the page: from the left, from the bottom. */
    textStarts: listTextStarts(source),
    /** What its pages and shapes are filled with: red, green and blue from 0 to 1. */
    fills: new Set(listMatches(readStreams(source), /^([\d.]+ [\d.]+ [\d.]+) (?:scn|rg)$/gm)),
    isArchival: source.includes('pdfaid:part>2') && source.includes('pdfaid:conformance>A'),
  }
}

function readStreams(source: string): string {
  return Array.from(
    source.matchAll(/FlateDecode[^>]*>>\s*stream\n([\s\S]*?)\nendstream/g),
    (match) => inflateSync(Buffer.from(match[1] ?? '', 'latin1')).toString('latin1'),
  ).join('\n')
}

function listTextStarts(source: string) {
  const starts = readStreams(source).matchAll(
    /1 0 0 -1 (\S+) (\S+) cm\n(?:(?! cm\n|\nQ\n)[\s\S])*?\/f\d+ (\S+) Tf/g,
  )
  return Array.from(starts, ([, x, y, size]) => ({
    xInMm: (Number(x) / 72) * 25.4,
    yInMm: (Number(y) / 72) * 25.4,
    sizeInPoints: Number(size),
  }))
}

function listMatches(source: string, pattern: RegExp): string[] {
  return Array.from(source.matchAll(pattern), (match) => match[1] ?? '')
}

function decodeUtf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}
