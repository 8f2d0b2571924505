import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/**
 * The faces that sheets may print with, in no order: a sheet asks for them by family and weight.
 * Together they cover every script of the Eighth Schedule, Latin, Greek, Cyrillic and plain emoji.
 */
const faces = [
  'anek-latin/400Regular/AnekLatin_400Regular',
  'anek-latin/500Medium/AnekLatin_500Medium',
  'anek-latin/600SemiBold/AnekLatin_600SemiBold',
  'noto-serif/400Regular/NotoSerif_400Regular',
  'noto-serif/400Regular_Italic/NotoSerif_400Regular_Italic',
  'noto-serif-devanagari/400Regular/NotoSerifDevanagari_400Regular',
  'noto-serif-bengali/400Regular/NotoSerifBengali_400Regular',
  'noto-serif-telugu/400Regular/NotoSerifTelugu_400Regular',
  'noto-sans-tamil/400Regular/NotoSansTamil_400Regular',
  'noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular',
  'noto-sans-kannada/400Regular/NotoSansKannada_400Regular',
  'noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular',
  'noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular',
  'noto-sans-oriya/400Regular/NotoSansOriya_400Regular',
  'noto-sans-ol-chiki/400Regular/NotoSansOlChiki_400Regular',
  'noto-sans-meetei-mayek/400Regular/NotoSansMeeteiMayek_400Regular',
  'noto-nastaliq-urdu/400Regular/NotoNastaliqUrdu_400Regular',
  'noto-emoji/400Regular/NotoEmoji_400Regular',
]

/** Absolute paths of the TrueType files, found wherever the packages are installed. */
export function listPrintFonts(): string[] {
  return faces.map((face) => resolve(`@expo-google-fonts/${face}.ttf`))
}
