import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { ActionButton } from '../../../../ui/controls/action-button.tsx'
import { LinkButton } from '../../../../ui/controls/link-button.tsx'
import { checklistQuery } from '../queries.ts'
import { setState, setupPath } from './queries.ts'

/** Above an owner's dashboard until the set-up is done or left: the dashboard is there all the same. */
export function SetupPanel({ isBegun }: { isBegun: boolean }) {
  const client = useQueryClient()
  const leave = useMutation({
    mutationFn: () => setState('closed'),
    onSuccess: () => client.invalidateQueries({ queryKey: checklistQuery.queryKey }),
  })
  return (
    <section
      aria-labelledby="setup-panel"
      className="mb-6 rounded-md border-s-4 border-marigold bg-wash px-4 py-4"
    >
      <h2 id="setup-panel" className="text-xl">
        {t('Set up your academy')}
      </h2>
      <p className="mt-1 max-w-text">
        {t(
          'From the name to the first sale, a step at a time: logo and colours, what you teach, your details, payments, mail and a first course. Each step can be left out, and stands in the checklist as well.',
        )}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <LinkButton to={setupPath()}>
          {isBegun ? t('Go on setting up your academy') : t('Begin the set-up')}
        </LinkButton>
        <ActionButton variant="quiet" action={leave}>
          {t('Leave the set-up')}
        </ActionButton>
      </div>
    </section>
  )
}
