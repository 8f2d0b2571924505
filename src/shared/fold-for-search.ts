/** Accents of Latin, nuktas of Indian scripts, and the vowel signs that Urdu mostly leaves out. */
const marks =
  /[\u0300-\u036f\u064b-\u065f\u0670\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u{110ba}\u{11133}]/gu
/** Joiners, soft hyphens and the like, which nobody sees. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu

/** Letters that one keyboard writes as one, and another as several or as their neighbour. */
const alike = new Map([
  ['ँ', 'ं'],
  ['ൺ', 'ണ്'],
  ['ൻ', 'ന്'],
  ['ർ', 'ര്'],
  ['ൽ', 'ല്'],
  ['ൾ', 'ള്'],
  ['ൿ', 'ക്'],
  ['ৎ', 'ত্'],
  ['ي', 'ی'],
  ['ى', 'ی'],
  ['ك', 'ک'],
  ['ه', 'ہ'],
])

/** Before the letters of its own row a nasal may be a dot: सम्पादन is संपादन. */
const dottedNasals = /ङ्(?=[क-ङ])|ञ्(?=[च-ञ])|ण्(?=[ट-ण])|न्(?=[त-न])|म्(?=[प-म])/g

/**
 * A text as it is searched: small letters, and the same for every spelling that looks the same or
 * differs by accents and nuktas only. Vowel signs of Indian scripts stay.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(marks, '')
    .replaceAll(unseen, '')
    .replaceAll(/[ँൺ-ൿৎيىكه]/g, (letter) => alike.get(letter) ?? letter)
    .replaceAll(dottedNasals, 'ं')
    .toLowerCase()
}
