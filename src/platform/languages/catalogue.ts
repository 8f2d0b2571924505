import { readFile, writeFile } from 'node:fs/promises'
import { type GetTextTranslation, po } from 'gettext-parser'

/** By the English message: its translation, empty while there is none, and the files that show it. */
export type Catalogue = Map<string, CatalogueEntry>

export interface CatalogueEntry {
  translation: string
  /** What a tool has guessed: it waits for a person, and counts as missing until then. */
  guess?: string | undefined
  /** Below the project's folder. */
  files: readonly string[]
  /** What a translator wrote beside it. */
  note: string
}

/** Reads a catalogue in the form of gettext (`.po`), as every tool of translators writes it. */
export async function readCatalogue(path: string | URL): Promise<Catalogue> {
  const entries = Object.values(po.parse(await readFile(path)).translations[''] ?? {})
  return new Map(
    entries
      .filter(({ msgid }) => msgid !== '')
      .map(({ msgid, msgstr: [said = ''], comments }) => [
        msgid,
        {
          ...(comments?.flag?.includes('fuzzy')
            ? { translation: '', guess: said }
            : { translation: said }),
          files: comments?.reference?.split('\n').filter(Boolean) ?? [],
          note: comments?.translator ?? '',
        },
      ]),
  )
}

export async function writeCatalogue(
  path: string | URL,
  language: string,
  catalogue: Catalogue,
): Promise<void> {
  const entries = [...catalogue].map(
    ([msgid, { translation, guess, files, note }]): [string, GetTextTranslation] => [
      msgid,
      {
        msgid,
        msgstr: [guess ?? translation],
        comments: {
          translator: note,
          reference: files.join('\n'),
          extracted: '',
          flag: guess === undefined ? '' : 'fuzzy',
          previous: '',
        },
      },
    ],
  )
  const headers = {
    Language: language,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
  }
  const written = po.compile(
    { charset: 'utf-8', headers, translations: { '': Object.fromEntries(entries) } },
    { foldLength: 0 },
  )
  await writeFile(path, `${written.toString()}\n`)
}

/** Those of them that visitors and learners can meet; staff read English where theirs have no translation. */
export function withoutStaffs(catalogue: Catalogue): Catalogue {
  return new Map([...catalogue].filter(([, { files }]) => !files.every(isForStaff)))
}

/** How much of what visitors and learners can meet is translated, 0 to 1. */
export function shareTranslated(catalogue: Catalogue): number {
  const met = [...withoutStaffs(catalogue).values()]
  const done = met.filter(({ translation }) => translation !== '')
  return met.length === 0 ? 0 : done.length / met.length
}

const staffsFolders =
  /^src\/(pages\/admin|ui\/drafting|domains\/(assignments|content|quizzes)\/web\/editor|domains\/(admin|analytics|films|finance|look|operations|site|staff|studio|(campaigns|learners|offers|tax)\/web))\//
const othersInThem =
  /\/(bundle-list|confirm-email-page|impersonation-list|respond-email-page)\.tsx$/

const staffsFiles =
  /^src\/domains\/(content\/(block-forms|blocks|contract|server\/(check-content|describe-changes|publish-pages|routes)|web\/(?!blocks\/).*)|campaigns\/server\/routes|complaints\/web\/(complaints-page|worked-complaint-view)|discussion\/web\/questions-page|assignments\/web\/submissions-page|reviews\/web\/reviews-page|learners\/server\/(gift-routes|import-learners|read-learners-csv)|offers\/server\/(routes|bundles\/save-bundle|prices\/set-launch-price))\.tsx?$/

/** Whether only who works for the academy reads what a file of the sources says. */
export function isForStaff(file: string): boolean {
  return staffsFiles.test(file) || (staffsFolders.test(file) && !othersInThem.test(file))
}
