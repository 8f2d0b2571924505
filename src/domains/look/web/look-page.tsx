import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../http/api-client.ts'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { Look, LookPart } from '../look.ts'
import { logoPath } from '../look-addresses.ts'
import { CertificateFields } from './certificate-fields.tsx'
import { ColourField } from './colour-field.tsx'
import { keepChanges } from './keep-changes.ts'
import { LookHistory } from './look-history.tsx'
import { LookPreview } from './look-preview.tsx'
import { type Looks, looksQuery, previewQuery, publish, sendLogo } from './look-queries.ts'
import { PictureField } from './picture-field.tsx'

/** The academy's look, or a part of it: begun, looked at, published, taken back. */
export default function LookPage({ part }: { part?: LookPart }) {
  const { data, isError, isFetching, refetch } = useQuery(looksQuery)
  if (data) return <LookEditor looks={data} part={part} />
  if (!isError) return <Skeleton label={t('Loading the look')} className="mt-6 h-96" />
  return <LoadFailure sentence={t('The look could not be loaded.')} of={{ isFetching, refetch }} />
}

const neutrals = [
  { value: 'warm', label: msg('Warm, like paper') },
  { value: 'neutral', label: msg('Plain white and grey') },
  { value: 'cool', label: msg('Cool') },
  { value: 'brand', label: msg('A touch of your colour') },
] satisfies { value: Look['neutrals']; label: string }[]

const corners = [
  { value: 'square', label: msg('Square') },
  { value: 'usual', label: msg('Slightly round') },
  { value: 'round', label: msg('Round') },
] satisfies { value: Look['corners']; label: string }[]

function inWords(options: readonly { value: string; label: string }[]) {
  return options.map(({ value, label }) => ({ value, label: t(label) }))
}

const typefaces = [
  { value: 'usual', label: msg('Anek headings, text as on each device') },
  { value: 'anek', label: msg('Anek throughout') },
  { value: 'serif', label: msg('Noto Serif headings, Anek text') },
  { value: 'book', label: msg('Noto Serif throughout') },
  { value: 'round', label: msg('Baloo headings, Anek text') },
] satisfies { value: Look['typeface']; label: string }[]

const covers = [
  { value: 'drawn', label: msg('A drawn cover') },
  { value: 'plain', label: msg('A plain colour') },
] satisfies { value: Look['covers']; label: string }[]

/** `look`: what stood in the form at the press. */
type Act = { look: Look } & ({ kind: 'draft' | 'publish' } | { kind: 'back'; number: number })

const done: Record<Act['kind'], string> = {
  draft: msg('Kept as a draft. Nobody but this page shows it.'),
  publish: msg('Published. Every page that is opened from now on wears it.'),
  back: msg('Taken back. Every page that is opened from now on wears it.'),
}

function LookEditor({ looks, part }: { looks: Looks; part: LookPart | undefined }) {
  const client = useQueryClient()
  const [look, setLook] = useState<Look>(beginningOf(looks, part))
  const revision = useRef(looks.revision)
  const preview = useQuery(previewQuery(look))
  const act = useMutation({
    // One after the other: each begins from the revision that the last one made.
    scope: { id: 'look' },
    mutationFn: (act: Act) => {
      if (act.kind === 'back') {
        const params = { number: act.number }
        return call('POST /admin/look/history/:number/restore', { params })
      }
      const changed = { ...act.look, revision: revision.current }
      return act.kind === 'draft'
        ? call('PUT /admin/look/draft', { body: changed })
        : publish({ ...changed, ...(part && { part }) })
    },
    onSuccess: (answer: Looks, act) => {
      client.setQueryData(looksQuery.queryKey, answer)
      revision.current = answer.revision
      if (act.kind === 'back') setLook((now) => keepChanges(now, act.look, answer.published))
    },
  })
  /** After somebody else was quicker: goes on from theirs, or with what stands in the form. */
  const settle = async (whose: 'theirs' | 'mine') => {
    const newest = await client.fetchQuery({ ...looksQuery, staleTime: 0 })
    act.reset()
    revision.current = newest.revision
    if (whose === 'theirs') setLook((now) => keepChanges(now, look, beginningOf(newest, part)))
  }
  const change = (part: Partial<Look>) => {
    act.reset()
    setLook((now) => ({ ...now, ...part }))
  }
  const failure = preview.error ?? act.error
  const errorAt = (path: string) =>
    failure instanceof ApiError ? failure.messageAt(path) : undefined
  const isConflict = failure instanceof ApiError && failure.code === 'draft_conflict'
  const isTold = failure instanceof ApiError && failure.errors.length > 0
  return (
    <>
      {part === undefined && (
        <p className="mt-2 max-w-text text-ink-soft">
          {t(
            'Every text stays readable in light and dark, whatever you choose. Leave the colours empty for those that come with the academy.',
          )}
        </p>
      )}
      <div className="mt-6 grid items-start gap-8 xl:grid-cols-[20rem_1fr]">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            act.mutate({ kind: 'publish', look })
          }}
          className="grid gap-5"
        >
          {part !== 'colours' && (
            <PictureField
              label={t('Logo')}
              hint={t(
                'PNG, JPEG or SVG up to 2 MB, best on a transparent ground. The icons for browsers and phones are made of it.',
              )}
              choose={t('Choose a logo')}
              send={sendLogo}
              picture={
                look.logo === null
                  ? null
                  : {
                      src: logoPath(look.logo, 'icon-192'),
                      alt: t('The logo as an icon'),
                      width: 56,
                      height: 56,
                    }
              }
              error={errorAt('logo')}
              onChange={(logo) => change({ logo })}
            />
          )}
          {part !== 'logo' && (
            <>
              <ColourField
                label={t('Colour')}
                hint={t('For buttons and what is to be seen first.')}
                value={look.colour}
                error={errorAt('colour')}
                onChange={(colour) => change({ colour })}
              />
              <ColourField
                label={t('Second colour')}
                hint={t('For small marks and large figures. Empty: made of the first.')}
                value={look.second}
                error={errorAt('second')}
                onChange={(second) => change({ second })}
              />
            </>
          )}
          {part === undefined && (
            <>
              <SelectField
                label={t('Paper and lines')}
                options={inWords(neutrals)}
                value={look.neutrals}
                disabled={look.colour === null}
                onChange={({ target }) =>
                  change({
                    neutrals: neutrals.find(({ value }) => value === target.value)?.value ?? 'warm',
                  })
                }
              />
              <SelectField
                label={t('Corners')}
                options={inWords(corners)}
                value={look.corners}
                onChange={({ target }) =>
                  change({
                    corners: corners.find(({ value }) => value === target.value)?.value ?? 'usual',
                  })
                }
              />
              <SelectField
                label={t('Type')}
                hint={t(
                  'The first takes Indian letters from the device, the others bring nine scripts.',
                )}
                options={inWords(typefaces)}
                value={look.typeface}
                onChange={({ target }) =>
                  change({
                    typeface:
                      typefaces.find(({ value }) => value === target.value)?.value ?? 'usual',
                  })
                }
              />
              <SelectField
                label={t('Courses without a picture show')}
                options={inWords(covers)}
                value={look.covers}
                onChange={({ target }) =>
                  change({ covers: target.value === 'plain' ? 'plain' : 'drawn' })
                }
              />
              <CertificateFields
                certificate={look.certificate}
                errorAt={(field) => errorAt(`certificate.${field}`)}
                onChange={(certificate) => change({ certificate })}
              />
            </>
          )}
          {preview.data !== undefined && preview.data.mended.length > 0 && (
            <Alert tone="note">
              <ul className="grid gap-1.5">
                {preview.data.mended.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </Alert>
          )}
          <Alert tone="success" isUrgent>
            {act.isSuccess && t(done[act.variables.kind])}
          </Alert>
          {failure !== null && !isTold && (
            <Alert tone="danger">
              <p>{failure.message}</p>
              {isConflict && (
                <p className="mt-3 flex flex-wrap gap-3">
                  <Button variant="secondary" size="small" onClick={() => void settle('theirs')}>
                    {t('Show theirs')}
                  </Button>
                  <Button variant="secondary" size="small" onClick={() => void settle('mine')}>
                    {t('Keep mine')}
                  </Button>
                </p>
              )}
            </Alert>
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isBusy={act.isPending}>
              {t('Publish')}
            </Button>
            {part === undefined && (
              <Button
                variant="secondary"
                isBusy={act.isPending}
                onClick={() => act.mutate({ kind: 'draft', look })}
              >
                {t('Keep as draft')}
              </Button>
            )}
          </div>
        </form>
        {part !== 'logo' && (
          <div className="sticky top-4">
            <LookPreview look={look} preview={preview.data} />
          </div>
        )}
      </div>
      {part === undefined && (
        <LookHistory
          history={looks.history}
          isBusy={act.isPending}
          onTakeBack={(number) => act.mutate({ kind: 'back', number, look })}
        />
      )}
    </>
  )
}

/** Of a draft a part alone shows nothing, so it is not begun with. */
function beginningOf({ draft, published }: Looks, part: LookPart | undefined): Look {
  return part === undefined ? (draft ?? published) : published
}
