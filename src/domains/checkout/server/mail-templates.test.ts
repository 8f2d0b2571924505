import { expect, test } from 'vitest'
import { receiptMail } from './mail-templates.ts'

const facts = {
  buyerName: 'Meera Nair',
  courseTitle: 'Reels in a Day',
  courseId: 'reels',
  bundledTitles: [],
  amountInPaise: 499_900,
  discountInPaise: 0,
  couponCode: null,
  couponDiscountInPaise: null,
  receiptNumber: 'KA/2627/00001',
  invoiceNumber: null,
  razorpayPaymentId: 'pay_1',
  publicUrl: 'https://academy.test',
}

test('a receipt shows an uploaded cover by an address that mail programs reach', () => {
  const cover = '/pictures/8a5a3b-0123456789abcdef'

  expect(receiptMail({ ...facts, cover }).picture?.url).toBe(`https://academy.test${cover}`)
})

test('a cover from elsewhere stays where it is, and the drawn one is none', () => {
  const cover = 'https://pictures.test/reels.jpg'

  expect(receiptMail({ ...facts, cover }).picture?.url).toBe(cover)
  expect(receiptMail({ ...facts, cover: null }).picture).toBeUndefined()
})
