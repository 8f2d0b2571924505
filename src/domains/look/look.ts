import * as z from 'zod'
import { msg } from '../../shared/i18n/translate.ts'

export const neutralKinds = ['warm', 'neutral', 'cool', 'brand'] as const
export const cornerKinds = ['square', 'usual', 'round'] as const

const hexColour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, msg('Please give a colour as # and six digits, e.g. #0f766e.'))

/** Average colour, hash of the file, width and height of the mark in pixels. */
const formOfLogoId = /^([0-9a-f]{6})-[0-9a-f]{16}-(\d{1,4})x(\d{1,4})$/

/** What an owner chooses of the academy's look. */
export const look = z.object({
  colour: hexColour
    .nullable()
    .describe('For buttons. Null: the colours that come with the academy.'),
  second: hexColour.nullable().describe('For small marks. Null: made of the first.'),
  neutrals: z.enum(neutralKinds).describe('What paper and lines lean to.'),
  corners: z.enum(cornerKinds),
  logo: z
    .string()
    .regex(formOfLogoId, msg('Please upload the logo again.'))
    .nullable()
    .describe('As the upload called it. Null: the flower that comes with the academy.'),
})
export type Look = z.infer<typeof look>

export const deliveredLook: Look = {
  colour: null,
  second: null,
  neutrals: 'warm',
  corners: 'usual',
  logo: null,
}

export function isLogoId(text: string): boolean {
  return formOfLogoId.test(text)
}

/** What the name of a logo says of it. */
export function describeLogo(id: string): { colour: string; aspect: number } {
  const [, colour = '000000', width, height] = formOfLogoId.exec(id) ?? []
  return { colour: `#${colour}`, aspect: Number(width) / Number(height) }
}
