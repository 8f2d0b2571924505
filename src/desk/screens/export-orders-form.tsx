import { useState } from 'react'
import { useMutation } from '../../http/use-mutation.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FormFold } from '../../ui/controls/form-fold.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { download } from '../../ui/download.ts'

/** All orders of a period as a spreadsheet; the last month until somebody chooses. */
export function ExportOrdersForm() {
  const [from, setFrom] = useState(() => dayInIndia(-30))
  const [to, setTo] = useState(() => dayInIndia(0))
  const [isTold, setIsTold] = useState(false)
  const save = useMutation({
    mutationFn: () => download('GET /admin/exports/orders.csv', { query: { from, to } }),
  })
  const wrong = { from: from === '', to: to === '' || to < from }
  return (
    <FormFold label="Save all orders…">
      <form
        noValidate
        aria-label="Save all orders as a spreadsheet"
        onSubmit={(event) => {
          event.preventDefault()
          setIsTold(true)
          if (!wrong.from && !wrong.to && !save.isPending) save.mutate()
        }}
      >
        <div className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]">
          <TextField
            label="From"
            type="date"
            value={from}
            error={isTold && wrong.from ? 'Please choose the first day.' : undefined}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label="To"
            type="date"
            value={to}
            error={
              isTold && wrong.to
                ? 'Please choose a last day that is not before the first.'
                : undefined
            }
            onChange={(event) => setTo(event.target.value)}
          />
          <Button type="submit" variant="secondary" className="sm:mt-8" isBusy={save.isPending}>
            Save CSV
          </Button>
        </div>
        <p className="mt-2 text-sm text-ink-soft">
          By the day their money came; orders that nobody paid, by the day they were made. Both days
          are included. Times are Indian.
        </p>
        {save.isError && (
          <div className="mt-3">
            <Alert tone="danger">{save.error.message}</Alert>
          </div>
        )}
      </form>
    </FormFold>
  )
}

const dayInMs = 24 * 3_600_000

function dayInIndia(daysFromNow: number): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
  return format.format(Date.now() + daysFromNow * dayInMs)
}
