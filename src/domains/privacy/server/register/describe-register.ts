import type { ResponseOf } from '../../../../http/endpoint.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import type { readRegister } from '../../contract.ts'
import { personalTables } from './personal-tables.ts'
import { bases, records } from './records.ts'

/** The register as people read it. */
export function describeRegister(): ResponseOf<typeof readRegister> {
  return {
    records: Object.entries(records).map(([name, told]) => ({
      name,
      title: t(told.title),
      what: t(told.what),
      purpose: t(told.purpose),
      basis: t(bases[told.basis]),
      kept: t(told.kept),
      erased: t(told.erased),
      tables: Object.entries(personalTables)
        .filter(([, { record }]) => record === name)
        .map(([table]) => table),
    })),
  }
}
