/** An id as people type it: case, spaces around it and look-alikes (O, I, L) do not matter. */
export function readCertificateId(typed: string): string {
  const [prefix = '', ...rest] = typed.trim().toUpperCase().split('-')
  const random = rest.map((group) => group.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))
  return [prefix, ...random].join('-')
}
