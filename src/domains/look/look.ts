import * as z from 'zod'
import { msg } from '../../shared/i18n/translate.ts'
import { type Typeface, typefaces } from './typefaces.ts'

export const neutralKinds = ['warm', 'neutral', 'cool', 'brand'] as const
export const coverKinds = ['drawn', 'plain'] as const
export const cornerKinds = ['square', 'usual', 'round'] as const

const hexColour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, msg('Please give a colour as # and six digits, e.g. #0f766e.'))

/** Average colour, hash of the file, width and height of the mark in pixels. */
const formOfLogoId = /^([0-9a-f]{6})-[0-9a-f]{16}-(\d{1,4})x(\d{1,4})$/

const pictureId = z.string().regex(formOfLogoId, msg('Please upload the picture again.')).nullable()

export const certificateDesigns = ['centred', 'formal', 'side'] as const
export const borderKinds = ['drawn', 'plain'] as const

/** How certificates look, and who signs them. */
export const certificateLook = z
  .object({
    design: z.enum(certificateDesigns),
    border: z.enum(borderKinds).describe('Drawn: with petals and rosettes.'),
    signatory: z.string().trim().max(80).describe('Name of who signs. Empty: nobody does.'),
    signatory_title: z.string().trim().max(120),
    signature: pictureId.describe('As the upload called it. Null: the name stands in its place.'),
  })
  .refine(({ signatory, signature }) => signature === null || signatory !== '', {
    path: ['signatory'],
    message: msg('Please say whose signature this is.'),
  })
export type CertificateLook = z.infer<typeof certificateLook>

export const deliveredCertificate: CertificateLook = {
  design: 'centred',
  border: 'drawn',
  signatory: '',
  signatory_title: '',
  signature: null,
}

/** What an owner chooses of the academy's look. */
export const look = z.object({
  colour: hexColour
    .nullable()
    .describe('For buttons. Null: the colours that come with the academy.'),
  second: hexColour.nullable().describe('For small marks. Null: made of the first.'),
  neutrals: z.enum(neutralKinds).describe('What paper and lines lean to.'),
  corners: z.enum(cornerKinds),
  logo: pictureId.describe(
    'As the upload called it. Null: the flower that comes with the academy.',
  ),
  typeface: z
    .enum(Object.keys(typefaces) as [Typeface, ...Typeface[]]) // its own keys
    .describe('Families of headings and of text.'),
  covers: z.enum(coverKinds).describe('Of courses without a picture. Plain: a calm colour.'),
  certificate: certificateLook,
})
export type Look = z.infer<typeof look>

/** What is chosen by itself in the setup of a new academy. */
export const lookParts = {
  logo: ['logo'],
  colours: ['colour', 'second'],
} as const satisfies Record<string, readonly (keyof Look)[]>
export type LookPart = keyof typeof lookParts

/** `onto` with that part of `look`; without a part all of `look`. */
export function takePart(onto: Look, look: Look, part: LookPart | undefined): Look {
  if (part === undefined) return look
  const names: readonly (keyof Look)[] = lookParts[part]
  return { ...onto, ...Object.fromEntries(names.map((name) => [name, look[name]])) }
}

export const deliveredLook: Look = {
  colour: null,
  second: null,
  neutrals: 'warm',
  corners: 'usual',
  logo: null,
  typeface: 'usual',
  covers: 'drawn',
  certificate: deliveredCertificate,
}

/** What was kept before a choice was there has the delivered one. */
export function fillLook(content: Partial<Look>): Look {
  return { ...deliveredLook, ...content }
}

export function isLogoId(text: string): boolean {
  return formOfLogoId.test(text)
}

/** What the name of a logo says of it. */
export function describeLogo(id: string): { colour: string; aspect: number } {
  const [, colour = '000000', width, height] = formOfLogoId.exec(id) ?? []
  return { colour: `#${colour}`, aspect: Number(width) / Number(height) }
}
