import { t } from '../../shared/i18n/translate.ts'

/** In this order, as browsers call themselves by the names of others, too. */
const browsers: [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** "Chrome on Android" out of what a browser calls itself. */
export function nameDevice(device: string | null): string {
  if (device === null) return t('Not known')
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(device))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser && system) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? t('Another program')
}
