import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listPrintFonts } from '../../platform/pdf/print-fonts.ts'
import { readPrintableCharacters } from '../../platform/pdf/printable-text.ts'
import { personName } from './contract.ts'
import { choosePersonName, findNameFault } from './person-name.ts'

describe('a name that people have is taken', () => {
  test.each([
    'Meera Nair',
    'A.P.J. Abdul Kalam',
    'A.P.J.Abdul Kalam',
    'M.S.Dhoni',
    'Dr. Ravi',
    'Dr.Ravi',
    'dr.ravi',
    'Md.Salim',
    'md. salim',
    'k.r.narayanan',
    'S.Dev',
    'Sai.K',
    'O’Brien',
    "D'Souza-Pinto, Jr.",
    'José Muñoz',
    'Ravi 2',
    'Raj (Raju) Sharma',
    'मीरा नायर',
    'के.आर.नारायणन',
    'அ.ப.ஜெ. அப்துல் கலாம்',
    'అబ్దుల్ కలాం',
    'അനില്‍ കുമാര്‍', // ends with a joiner, as Malayalam was long written
    'অর্‌ক',
    'ಶ್ರೀನಿವಾಸ್‌ ರಾವ್‌',
    'ක්‍රිෂ් Krish',
    'علی‌رضا',
    'ᱥᱟᱱᱛᱟᱲ',
    'Νίκος',
    'Мира',
    'Asha 🌸',
    'Asha 👩🏽‍🎨 ❤️',
  ])('%s', (name) => {
    expect(findNameFault(name)).toBeNull()
    expect(personName.parse(` ${name}\n`)).toBe(name)
  })
})

describe('a name is refused', () => {
  test.each(['123', '...', '🌸', '-', "'", '९', '李明', '𝓡𝓪𝓿𝓲', 'Ａ', '\u0903'])(
    'without a letter that a certificate can print: %j',
    (name) => {
      expect(findNameFault(name)).toMatch(/letter/)
    },
  )

  test.each([
    0x0, 0x7, 0xa, 0x9, 0x7f, 0x85, 0xad, 0x61c, 0x115f, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028,
    0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x3164, 0xe000, 0xfeff, 0xfff9, 0xd800, 0xe0041,
    0xf0000,
  ])('with a character nobody can see, such as %i', (codePoint) => {
    expect(findNameFault(`Me${String.fromCodePoint(codePoint)}era`)).toMatch(/invisible/)
  })

  test.each([
    'Me\u200dera',
    'Me\u200cera',
    '\u200dमीरा',
    'Meera \u200dNair',
    'मी\u200d\u200dरा',
    'Me\ufe0fera',
  ])('with a joiner that joins nothing: %j', (name) => {
    expect(findNameFault(name)).toMatch(/invisible/)
  })

  test.each([
    'https://evil.example',
    'Click http://a.b/c',
    'www.evil',
    'WWW.Evil.Com',
    'ftp://x',
    'evil.com',
    'x.com',
    'X.Com',
    'Win a prize at evil.com!',
    'evil.co.in',
    'evil.in',
    'EVIL.IN',
    'evil.example',
    'bit.ly',
    'bit.ly/abc',
    't.me/abc',
    'evil.dev',
    'evil.academy',
    'sub.evil.xyz',
    'ｅｖｉｌ．ｃｏｍ',
    'evil。com',
    'evil.com:80',
    'me@evil.com',
    'mailto:me',
    'javascript:alert',
    'Evil.Com/x',
    'evil-site.net',
    'evil2.org',
    'xn--80ak6aa92e.com',
    '192.168.0.1/a Meera',
  ])('with a web address: %s', (name) => {
    expect(findNameFault(name)).toMatch(/web address/)
  })

  test('in a sentence that says what to do', () => {
    const sentences = ['1', 'a\u202eb', 'x.com'].map((name) => findNameFault(name))

    expect(new Set(sentences).size).toBe(3)
    for (const sentence of sentences) expect(sentence).toMatch(/^Please [^.]+\.$/)
    const { error } = personName.safeParse('x.com')
    expect(error?.issues.map(({ message }) => message)).toEqual([sentences[2]])
  })
})

test('every script whose letters make a name can be printed', () => {
  const printable = readPrintableCharacters(listPrintFonts())
  for (const letter of 'aZéαЯकবਕકକதతಕമᱚꯀعپ') {
    expect(findNameFault(letter)).toBeNull()
    expect(printable).toContain(letter.codePointAt(0))
  }
})

describe('a name from elsewhere', () => {
  test.each([
    ['Meera Nair', 'm@example.test', 'Meera Nair'],
    [' Mee\u202era\tNair ', 'm@example.test', 'Meera Nair'],
    ['അനില്‍', 'a@example.test', 'അനില്‍'],
    ['Me\u200dera', 'm@example.test', 'Meera'],
    ['Win at evil.com', 'ravi.kumar+x@example.test', 'ravi kumar x'],
    ['123', 'www.evil.com@example.test', 'www evil com'],
    ['', '12345@example.test', 'Learner'],
    [undefined, 'asha_rao@example.test', 'asha rao'],
    ['🌸', '李@example.test', 'Learner'],
  ])('%j of %s becomes %s', (given, email, name) => {
    expect(choosePersonName(given, email)).toBe(name)
  })

  test('always becomes one that we would take', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.emailAddress(),
        (given, email) => {
          const name = choosePersonName(given, email)

          expect(personName.parse(name)).toBe(name)
          expect(Array.from(name).length).toBeLessThanOrEqual(100)
        },
      ),
      { numRuns: 2_000 },
    )
    expect(personName.parse(choosePersonName('😀'.repeat(49) + 'aa😀', 'a@b.test'))).toHaveLength(
      100,
    )
    expect(choosePersonName(`a${'😀'.repeat(60)}`, 'a@b.test')).toHaveLength(99)
  })
})
