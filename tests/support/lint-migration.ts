/** What an academy has one of for each learner, or more: statements over one of them take minutes. */
export const largeTables: ReadonlySet<string> = new Set(
  `access_ledger audit_log certificates course_progress course_standings entitlements earlier_plays
  insight_changes known_devices learner_standings lesson_audiences letter_recipients mail_consents
  mail_consent_events mails notes order_items order_tax order_events orders played_changes receipts
  refunds sessions settlement_lines tax_documents users video_progress`.split(/\s+/),
)

/** Rules, and why a migration may not do it (docs/decisions/0118). */
export const rules = {
  'drops-table': 'the version before still asks for the table',
  'drops-column': 'the version before still asks for the column',
  renames: 'the version before knows the former name',
  'changes-type': 'the version before sends the former type, and the table is written anew',
  'requires-value': 'the version before inserts rows without it',
  'drops-default': 'the version before leaves the column out',
  'narrows-unchecked':
    'the version before may write what it refuses; every row is read under a lock',
  'unique-on-existing': 'the version before may write what it refuses',
  'indexes-large-table': 'writers wait until it is built: build it with concurrently',
  'rewrites-large-table': 'every row is written anew while nobody can read',
  'writes-large-table': 'every row stays locked until the end: go in batches beside the traffic',
  'locks-table': 'everybody waits',
} as const
export type Rule = keyof typeof rules

export interface Finding {
  rule: Rule
  statement: string
}

/**
 * Judges a numbered migration by its text. `-- allows RULE: why` anywhere in it lets that rule pass; an
 * exception without a reason, or for nothing, is told as well.
 */
export function lintMigration(sql: string): { findings: Finding[]; faultyExceptions: string[] } {
  const statements = splitStatements(sql)
  const made = new Set(
    statements.flatMap(
      (text) => /^create (?:unlogged )?table (?:if not exists )?([\w."]+)/.exec(text)?.[1] ?? [],
    ),
  )
  const all = statements.flatMap((statement) =>
    judge(statement, made).map((rule) => ({ rule, statement })),
  )
  const exceptions = Array.from(
    sql.matchAll(/^-- allows ([\w-]+):?[ \t]*(.*)$/gm),
    ([, rule = '', why = '']) => ({ rule, why }),
  )
  const isUsed = (rule: string) => all.some((finding) => finding.rule === rule)
  return {
    findings: all.filter(({ rule }) => !exceptions.some((one) => one.rule === rule)),
    faultyExceptions: exceptions
      .filter(({ rule, why }) => why.trim().length < 15 || !isUsed(rule))
      .map(({ rule }) => rule),
  }
}

function judge(statement: string, made: ReadonlySet<string>): Rule[] {
  const found = new Set<Rule>()
  const note = (rule: Rule, is: boolean): void => {
    if (is) found.add(rule)
  }
  note('drops-table', /^drop (table|view|type|schema|sequence)/.test(statement))
  note('locks-table', /^(lock|vacuum full|cluster|reindex)\b/.test(statement))
  const index = /^create (unique )?index (concurrently )?.*?\bon (?:only )?([\w."]+)/.exec(
    statement,
  )
  if (index && !made.has(index[3] ?? '')) {
    note('unique-on-existing', index[1] !== undefined)
    note('indexes-large-table', largeTables.has(index[3] ?? '') && index[2] === undefined)
  }
  const written = /^(?:with .*?\b)?(?:update(?: only)?|delete from(?: only)?) ([\w."]+)/.exec(
    statement,
  )
  note('writes-large-table', largeTables.has(written?.[1] ?? ''))
  const altered = /^alter table (?:if exists )?(?:only )?([\w."]+) (.*)$/.exec(statement)
  const [, table = '', what = ''] = altered ?? []
  if (altered && !made.has(table)) {
    for (const action of splitActions(what))
      for (const rule of judgeAction(action, table)) found.add(rule)
  }
  return [...found]
}

function judgeAction(action: string, table: string): Rule[] {
  const isLarge = largeTables.has(table)
  const column =
    /^add (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)/.test(
      action,
    )
  const asked: Record<Rule, boolean> = {
    'drops-table': false,
    'locks-table': false,
    'drops-column': /^drop (?!constraint\b)(column )?(?!default|not null)/.test(action),
    renames: /^(rename|set schema)\b/.test(action),
    'changes-type': /^alter (column )?\S+ (set data )?type\b/.test(action),
    'requires-value':
      (column &&
        /\b(not null|primary key)\b/.test(action) &&
        !/\b(default|generated)\b/.test(action)) ||
      /^alter (column )?\S+ set not null/.test(action),
    'drops-default': /^alter (column )?\S+ drop default/.test(action),
    // A new column's own check holds for the nulls or the default that the version before leaves.
    'narrows-unchecked':
      !column &&
      /^add .*\b(check|foreign key|exclude)\b/.test(action) &&
      !/\bnot valid$/.test(action),
    'unique-on-existing':
      /^add .*\b(unique|primary key)\b/.test(action) && !/using index/.test(action),
    'indexes-large-table':
      isLarge && /^add .*\b(unique|primary key)\b/.test(action) && !/using index/.test(action),
    'rewrites-large-table':
      isLarge &&
      column &&
      (/\bgenerated always as\b|\bserial\b|\bgenerated by default\b/.test(action) ||
        /\bdefault \(?\s*(clock_timestamp|gen_random_uuid|random|nextval|timeofday|uuidv[47])\b/.test(
          action,
        )),
    'writes-large-table': isLarge && action.startsWith('validate constraint'),
  }
  return (Object.keys(asked) as Rule[]).filter((rule) => asked[rule])
}

/** At the commas outside of brackets. */
function splitActions(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${letter}`)
  }
  return parts.map((part) => part.trim())
}

/** In small letters, spaces made one, without comments; what stands in quotes is emptied. */
function splitStatements(sql: string): string[] {
  const bare = sql.replaceAll(
    /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g,
    (part) => (/^(--|\/\*)/.test(part) ? ' ' : "''"),
  )
  return bare
    .split(';')
    .map((text) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
}
