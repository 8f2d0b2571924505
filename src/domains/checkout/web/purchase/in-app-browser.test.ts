import { expect, it } from 'vitest'
import { runInLanguage } from '../../../../platform/languages/run-in-language.ts'
import { isInAppBrowser } from './in-app-browser.ts'
import { describeCheckout } from './open-checkout.ts'

const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  `${phone} Version/4.0 Chrome/130.0 Mobile Safari/537.36 Instagram 350.0.0`,
  `${phone} Chrome/130.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/480.0.0;]`,
  'Opera/9.80 (Android; Opera Mini/70.0/191.0; U; en) Presto/2.12.423 Version/12.16',
  `${phone} Chrome/130.0.0.0 Mobile Safari/537.36 OPR/86.0.0.0`,
  `${phone} Version/4.0 Chrome/100 UCBrowser/13.4.0 Mobile Safari/537.36`,
])('%s cannot be called back', (userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(true)
})

it('an ordinary browser can be called back', () => {
  expect(isInAppBrowser(`${phone} Chrome/130.0.0.0 Mobile Safari/537.36`)).toBe(false)
})

const order = {
  key: 'rzp_test',
  amount: 499_900,
  currency: 'INR',
  order_id: 'order_1',
  course_title: 'AI Reels Studio',
  user_name: 'Asha',
  user_email: 'asha@example.in',
}
const shop = { brandName: 'An Academy', item: { id: 'a b' }, origin: 'https://academy.example' }
const listeners = { handler: () => {}, onDismiss: () => {} }

it('a buyer in Instagram is led away and back to the course', () => {
  const at = { ...shop, userAgent: `${phone} Instagram 350.0.0`, themeColor: 'black' }

  expect(describeCheckout(order, at, listeners)).toMatchObject({
    callback_url: 'https://academy.example/api/payment/callback?course_id=a+b',
    redirect: true,
  })
})

it('a buyer with a coupon comes back with it', () => {
  const at = {
    ...shop,
    item: { id: 'b1', isBundle: true, coupon: 'DIWALI' },
    userAgent: `${phone} Instagram 350.0.0`,
    themeColor: 'black',
  }

  expect(describeCheckout(order, at, listeners).callback_url).toBe(
    'https://academy.example/api/payment/callback?bundle_id=b1&coupon=DIWALI',
  )
})

it('a buyer who reads Hindi comes back to the Hindi page', () => {
  const at = { ...shop, userAgent: `${phone} Instagram 350.0.0`, themeColor: 'black' }
  const hindi = { code: 'hi', tag: 'hi-IN', name: 'हिन्दी', direction: 'ltr' } as const
  const options = runInLanguage({ ...hindi, messages: new Map() }, () =>
    describeCheckout(order, at, listeners),
  )

  expect(options.callback_url).toBe(
    'https://academy.example/api/payment/callback?course_id=a+b&language=hi',
  )
})

it('a buyer in a browser stays on the page', () => {
  const at = { ...shop, userAgent: `${phone} Chrome/130`, themeColor: 'black' }
  const options = describeCheckout({ ...order, currency: 'NPR' }, at, listeners)

  expect(options).toMatchObject({
    amount: 499_900,
    currency: 'NPR',
    order_id: 'order_1',
    prefill: { name: 'Asha', email: 'asha@example.in' },
  })
  expect(options).not.toHaveProperty('callback_url')
})
