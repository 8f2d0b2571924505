import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { ReadingLanguage } from '../../../shared/i18n/language.ts'
import type { PublicSite } from '../../page-context.ts'
import { createResponseCache } from '../response-cache.ts'
import { serveOffline } from './serve-offline.ts'

const site = {
  brand: { name: 'An Academy' },
  publicUrl: 'https://academy.test',
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
  google: null,
} as PublicSite

const silent = { on: () => undefined, isHearing: () => true }

const dress = async (html: string) => html

async function readFrom(languages: ReadingLanguage[], url: string): Promise<string> {
  const app = fastify()
  serveOffline(app, { site, languages, cache: createResponseCache(silent), common: {}, dress })
  return (await app.inject(url)).body
}

function urduWith(messages: Record<string, string>): ReadingLanguage {
  const urdu = { code: 'ur', tag: 'ur-IN', name: 'اردو', direction: 'rtl' } as const
  return { ...urdu, messages: new Map(Object.entries(messages)) }
}

const urdu = urduWith({
  'You are offline': 'آپ آف لائن ہیں',
  'You are offline. This is from {day}, {time}.': 'آپ آف لائن ہیں۔ یہ {day}، {time} کا ہے۔',
})

test('who reads another language finds the offline page in it, leading on in it', async () => {
  const page = await readFrom([urdu], '/ur/offline')

  expect(page).toContain('<html lang="ur-IN" dir="rtl">')
  expect(page).toContain('<title>آپ آف لائن ہیں</title>')
  expect(page).toContain('<a href="/ur">An Academy</a>')
  expect(page).toContain('"prefix":"/ur","isOffline":"آپ آف لائن ہیں۔ یہ {day}، {time} کا ہے۔"')
})

test('who reads English finds it as ever', async () => {
  const page = await readFrom([urdu], '/offline')

  expect(page).toContain('<html lang="en-IN"><head>')
  expect(page).toContain('<h1>You are offline</h1>')
  expect(page).toContain('<a href="/">An Academy</a>')
  expect(page).toContain('"prefix":"","isOffline":"You are offline. This is from {day}, {time}."')
})

test('what a translator changes makes a new worker', async () => {
  const before = await readFrom([urdu], '/sw.js')

  expect(await readFrom([urdu], '/sw.js')).toBe(before)
  expect(await readFrom([urduWith({ Lessons: 'اسباق' })], '/sw.js')).not.toBe(before)
})
