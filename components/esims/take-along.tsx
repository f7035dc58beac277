import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { calendarHref } from '#lib/esims/client/esims.ts'

type TakeAlongProps = {
  esimId: string
  /** Whether there is a date to put into a calendar. */
  hasDates: boolean
  /** The page of this eSIM alone; left out on that page itself. */
  href?: string
  /** How it can be had by mail. */
  mail?: ReactNode
  children?: ReactNode
}

/** What of an eSIM can be taken along on a journey: a date in the calendar, and its page without a network. */
export function TakeAlong({ esimId, hasDates, href, mail, children }: TakeAlongProps) {
  const t = useTranslations('card.along')

  return (
    <Panel className="no-print">
      <h2>{t('heading')}</h2>
      <div className="stack">
        {children ?? <p>{t('body')}</p>}
        {href ? (
          <p>
            <ButtonLink href={href}>
              {t('page')}
              <Icon name="next" />
            </ButtonLink>
          </p>
        ) : null}
        {mail}
        {hasDates ? (
          <div>
            <ButtonLink href={calendarHref(esimId)} download>
              <Icon name="calendar" />
              {t('calendar')}
            </ButtonLink>
            <p className="small soft mt-2">{t('calendarWhy')}</p>
          </div>
        ) : null}
      </div>
    </Panel>
  )
}
