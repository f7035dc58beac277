import { useTranslations } from 'next-intl'
import { MissingParts, RunState } from '#components/reconciliation/admin/run-parts.tsx'
import { DescriptionList } from '#components/ui/admin/description-list.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { BooksHealthView } from '#lib/reconciliation/rules/admin-reconciliation.ts'
import { viewAddress } from '#lib/settings/rules/saved-view.ts'

/** When the books were last compared in full, and how many differences stand open. */
export function BooksHealth({ books, now }: { books: BooksHealthView; now: Date }) {
  const t = useTranslations('admin-reconciliation.health')
  const { open, oldestAt, last, newest } = books

  return (
    <Panel
      id="books"
      title={t('title')}
      beside={
        <GoLink className="a-ph-end a-link a-meta" href={viewAddress('reconciliation')}>
          {t('see')}
        </GoLink>
      }
    >
      <DescriptionList
        pairs={[
          {
            name: t('last'),
            value: last?.finishedAt
              ? t.rich('ago', { age: () => <RelativeTime since={last.finishedAt ?? now} now={now} /> })
              : t('never'),
          },
          {
            name: t('newest'),
            value: newest ? (
              <>
                <RunState run={newest} />
                <MissingParts run={newest} />
              </>
            ) : (
              t('never')
            ),
          },
          {
            name: t('open'),
            value: (
              <GoLink className="a-link" href={viewAddress('reconciliation')}>
                {open > 0 ? <Mark tone="wait">{String(open)}</Mark> : '0'}
              </GoLink>
            ),
          },
          ...(oldestAt ? [{ name: t('oldest'), value: <RelativeTime since={oldestAt} now={now} /> }] : []),
        ]}
      />
    </Panel>
  )
}
