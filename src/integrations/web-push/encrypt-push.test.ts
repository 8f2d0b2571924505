import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptPush } from './encrypt-push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('what is encrypted is what RFC 8291 writes down in its appendix', () => {
  const ownKeys = createECDH('prime256v1')
  ownKeys.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const receiver = {
    p256dh: bytes(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const salt = bytes('DGv6ra1nlYgDCS1FRnbzlw')

  const made = encryptPush('When I grow up, I want to be a watermelon', receiver, { ownKeys, salt })

  expect(made.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a key that is no point of the curve is refused', () => {
  const receiver = { p256dh: Buffer.alloc(65, 4), auth: Buffer.alloc(16) }

  expect(() => encryptPush('Hello', receiver)).toThrow(/key/i)
})
