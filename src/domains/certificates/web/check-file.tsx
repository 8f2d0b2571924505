import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { FileChooser } from '../../../ui/controls/file-chooser.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { useSite } from '../../../ui/site.ts'
import { checkedAtMostInBytes, checkFile, type Finding } from './check-signed-file.ts'
import { Fact } from './fact.tsx'
import { readBadgeKeys, readDocumentKeys } from './read-keys.ts'

/** For whoever was sent a certificate: by its number, or by its file alone, which stays on the device. */
export default function CheckFile() {
  const [checked, setChecked] = useState<{ file: File; finding: Finding | null } | null>(null)
  // From now on files can be checked without a network, too.
  useEffect(() => void Promise.all([readBadgeKeys(), readDocumentKeys()]), [])
  const check = async (file: File) => {
    setChecked({ file, finding: null })
    const finding = await checkFile(file)
    // Another one may have been chosen meanwhile.
    setChecked((now) => (now?.file === file ? { file, finding } : now))
  }
  return (
    <div className="page-width max-w-text py-12 sm:py-16">
      <h1 className="text-3xl">{t('Verify a certificate')}</h1>
      <NumberForm />
      <h2 className="mt-12 mb-4 text-xl">{t('Or by its file')}</h2>
      <FileChooser
        label={t('Certificate or badge')}
        hint={t(
          'The PDF, or the badge as a picture (.png) or file (.json), as you were sent it. It stays on your device.',
        )}
        accept=".pdf,.png,.json,application/pdf,image/png,application/json"
        onChoose={(file) => void check(file)}
      />
      <output className="mt-6 block">
        {checked?.finding && <FindingSheet name={checked.file.name} finding={checked.finding} />}
      </output>
    </div>
  )
}

function NumberForm() {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      className="mt-6 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const number = field.current?.value.trim() ?? ''
        if (number !== '') void navigate(paths.verify(number))
      }}
    >
      <TextField
        label={t('Certificate ID')}
        hint={t('It stands at the bottom of the certificate.')}
        ref={field}
        name="number"
        autoComplete="off"
      />
      <Button type="submit" className="justify-self-start">
        {t('Verify')}
      </Button>
    </form>
  )
}

function FindingSheet({ name, finding }: { name: string; finding: Finding }) {
  const { brand } = useSite()
  const { isGood, heading, sentence } = describe(finding, brand.name)
  return (
    <div className="rounded-lg border border-line bg-sheet p-6">
      <Badge tone={isGood ? 'good' : 'waiting'}>{isGood ? t('Genuine') : t('Please note')}</Badge>
      <h2 className="mt-4 text-2xl">{heading}</h2>
      <p className="mt-2 text-ink-soft">{sentence}</p>
      <dl className="mt-6 border-t border-line">
        <Fact name={t('File')}>{name}</Fact>
        {finding.kind === 'genuine' && (
          <>
            <Fact name={t('Student')}>{finding.said.student}</Fact>
            <Fact name={t('Course')}>{finding.said.course}</Fact>
            <Fact name={t('Issued')}>{formatDate(finding.said.issuedAt)}</Fact>
            <Fact name={t('Certificate ID')}>
              <Link to={paths.verify(finding.said.number)} className="underline">
                {finding.said.number}
              </Link>
            </Fact>
          </>
        )}
      </dl>
    </div>
  )
}

interface Description {
  isGood: boolean
  heading: string
  sentence: string
}

function describe(finding: Finding, brand: string): Description {
  if (finding.kind !== 'genuine') return { isGood: false, ...describeRefused(finding.kind, brand) }
  const { standing } = finding
  if (standing === 'withdrawn') {
    return {
      isGood: false,
      heading: t('This certificate was withdrawn'),
      sentence: t('{brand} issued it and later took it back. It proves nothing any more.', {
        brand,
      }),
    }
  }
  if (standing === 'replaced') {
    return {
      isGood: false,
      heading: t('There is a newer certificate'),
      sentence: t('{brand} issued it again, to put the name right. This one holds no more.', {
        brand,
      }),
    }
  }
  return {
    isGood: true,
    heading: t('This certificate is genuine'),
    sentence:
      standing === 'holds'
        ? t('{brand} signed it, and nothing in it was changed since.', { brand })
        : t(
            '{brand} signed it, and nothing in it was changed since. Whether it was withdrawn could not be asked: there is no connection.',
            { brand },
          ),
  }
}

function describeRefused(
  kind: Exclude<Finding['kind'], 'genuine'>,
  brand: string,
): Omit<Description, 'isGood'> {
  switch (kind) {
    case 'too large':
      return {
        heading: t('This file is too large'),
        sentence: t(
          'Certificates and badges have less than {size} MB. Please choose the file as it was downloaded.',
          { size: checkedAtMostInBytes / 1_000_000 },
        ),
      }
    case 'unsigned':
      return {
        heading: t('There is no signature in this file'),
        sentence: t(
          'Please ask for the PDF or the badge as it was downloaded, or type the number of the certificate above. Files lose their signature when they are printed, scanned or sent smaller by a chat app.',
        ),
      }
    case 'changed':
      return {
        heading: t('This file was changed'),
        sentence: t('What stands in it is not what {brand} signed.', { brand }),
      }
    case 'not ours':
      return {
        heading: t('This file is not from here'),
        sentence: t('{brand} did not sign it. Only its own academy can say whether it holds.', {
          brand,
        }),
      }
    case 'keys missing':
      return {
        heading: t('This file cannot be checked just now'),
        sentence: t('{brand} cannot be reached. Please try again once you are online.', { brand }),
      }
    case 'browser too old':
      return {
        heading: t('This browser cannot check signatures'),
        sentence: t('Please update it, or type the number of the certificate above.'),
      }
  }
}
