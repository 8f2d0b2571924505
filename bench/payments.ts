import { readOptions } from './payments/options.ts'
import { printReport } from './payments/print-report.ts'
import { isClean } from './payments/report.ts'
import { runPaymentsBench } from './payments/run.ts'
import { writeSection } from './support/report.ts'

// `npm run bench:payments -- --purchases 10000 --seed 7`; every option stands in options.ts.

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const options = readOptions(process.argv.slice(2))
say(`Seed ${options.seed}`)
const report = await runPaymentsBench(options, say)
const text = printReport(report)
say(text)
if (options.publish) {
  const section = { command: 'bench:payments', title: 'Payments under fire' }
  writeSection({ ...section, text: `\`\`\`text\n${text.trim()}\n\`\`\`` }, report.postgresVersion)
}
process.exit(isClean(report) ? 0 : 1)
