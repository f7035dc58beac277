import { useTranslations } from 'next-intl'
import { CustomerLink } from '#components/customers/admin/customer-link.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { dayFields, type ListAt, ListFilters } from '#components/ui/admin/list-page.tsx'
import { ESIM_CANCEL_STATES } from '#lib/cancellations/rules/return-facts.ts'
import type { EsimFilter } from '#lib/esims/rules/admin-esims.ts'
import { viewAddress } from '#lib/settings/rules/saved-view.ts'

/** Says whose eSIMs are listed when the page of a customer has led here, and the way back to all of them. */
export function EsimsOfCustomer({ id, name }: { id: string; name: string | null }) {
  const t = useTranslations('admin-desk.cards')

  return (
    <p className="a-filters a-meta">
      <span>{t.rich('ofCustomer', { customer: () => <CustomerLink id={id} name={name} /> })}</span>
      <GoLink className="a-link" href={viewAddress('cards')}>
        {t('toAll')}
      </GoLink>
    </p>
  )
}

/** Which eSIMs are meant. */
export function EsimFilters({ list }: { list: ListAt<EsimFilter> }) {
  const t = useTranslations('admin-desk.cards')
  const words = useTranslations('admin')
  const any = t('filter.any')
  const opened = [['yes', t('filter.yes')] as const, ['no', t('filter.no')] as const]
  const states = ESIM_CANCEL_STATES.map((state) => [state, knownWords(words, 'cancel', state)] as const)

  return (
    <ListFilters
      {...{ list, send: words('filter.apply'), clear: { words: words('filter.clear') } }}
      fields={[
        { name: 'opened', label: t('opened'), any, options: opened },
        { name: 'state', label: t('return'), any, options: states },
        ...dayFields(t('filter.from'), t('filter.to')),
      ]}
    />
  )
}
