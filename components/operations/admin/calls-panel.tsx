import { useTranslations } from 'next-intl'
import { callAddress } from '#components/operations/admin/call-table.tsx'
import { RowsLink } from '#components/operations/admin/health-rows.tsx'
import { DescriptionList } from '#components/ui/admin/description-list.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { Health } from '#lib/operations/rules/admin-health.ts'

/** What was asked of the network today, beside what the store means to ask in a day. */
export function CallsPanel({ health: { calls, readAt } }: { health: Health }) {
  const t = useTranslations('admin.callLoad')
  const tToday = useTranslations('admin.today')
  const { all, lastAt, catalogue, usage } = calls
  const { planned } = catalogue

  return (
    <Panel id="calls-today" title={t('title')} hint={t('hint')}>
      <DescriptionList
        pairs={[
          {
            name: t('all'),
            value: (
              <GoLink className="a-link" href={callAddress({ span: 'today' })}>
                {t('calls', { count: all })}
              </GoLink>
            ),
          },
          {
            name: t('last'),
            value: lastAt
              ? tToday.rich('ago', { age: () => <RelativeTime since={lastAt} now={readAt} /> })
              : tToday('never'),
          },
          {
            name: t('catalogue'),
            value: (
              <GoLink className="a-link" href="/admin/catalogue?view=coverage">
                {planned === null ? (
                  t('catalogueUnknown', { calls: catalogue.calls })
                ) : (
                  <Mark tone={catalogue.calls > planned ? 'wait' : 'ok'}>
                    {t('catalogueOf', { calls: catalogue.calls, planned })}
                  </Mark>
                )}
              </GoLink>
            ),
          },
          {
            name: t('usage'),
            value: t.rich('usageOf', {
              ...{ asked: usage.asked, watched: usage.watched },
              askedRows: (words) => <RowsLink list="asked">{words}</RowsLink>,
              watchedRows: (words) => <RowsLink list="watched">{words}</RowsLink>,
            }),
          },
          { name: t('most'), value: t('calls', { count: usage.most }) },
        ]}
      />
    </Panel>
  )
}
