import { expect, test } from 'vitest'
import { readSettings } from '../settings.ts'

const env = { DATA_DIR: '/srv/academy/data', BACKUP_URL: 'file:///mnt/backups' }

test('without a place no backups are made; with one, at three in the morning', () => {
  expect(readSettings({}).backup).toEqual({ store: undefined, atMinute: 180, key: undefined })
  expect(
    readSettings({ ...env, BACKUP_AT: '23:45', BACKUP_KEY: 'sixteen letters!' }).backup,
  ).toEqual({
    store: { kind: 'files', folder: '/mnt/backups' },
    atMinute: 23 * 60 + 45,
    key: 'sixteen letters!',
  })
})

test('a store takes keys of its own, or those of the media', () => {
  const url = 's3://bucket/backups?region=ap-south-1'
  const media = { MEDIA_ACCESS_KEY_ID: 'media id', MEDIA_SECRET_ACCESS_KEY: 'media secret' }
  const own = { BACKUP_ACCESS_KEY_ID: 'own id', BACKUP_SECRET_ACCESS_KEY: 'own secret' }

  expect(readSettings({ BACKUP_URL: url, ...media }).backup.store).toMatchObject({
    accessKeyId: 'media id',
    secretAccessKey: 'media secret',
  })
  expect(readSettings({ BACKUP_URL: url, ...media, ...own }).backup.store).toMatchObject({
    accessKeyId: 'own id',
    secretAccessKey: 'own secret',
  })
})

test.each([
  [{ BACKUP_URL: 'file:///srv/academy/data/backups' }, /is inside DATA_DIR/],
  [{ BACKUP_URL: 'file:///srv/academy/data' }, /is inside DATA_DIR/],
  [{ BACKUP_URL: '/mnt/backups' }, /^BACKUP_URL must look like file:\/\/\/srv\/backup or s3:/],
  [{ BACKUP_URL: 's3://bucket?region=x' }, /BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY/],
  [{ BACKUP_AT: '3 am' }, /BACKUP_AT: Write the hour and minute in India, e\.g\. 03:00\./],
  [{ BACKUP_AT: '24:00' }, /BACKUP_AT/],
  [{ BACKUP_KEY: 'short' }, /BACKUP_KEY: Write at least 16 characters\./],
])('%j is refused with a sentence', (given, sentence) => {
  expect(() => readSettings({ ...env, ...given })).toThrow(sentence)
})
