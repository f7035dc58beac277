import { useTranslations } from 'next-intl'
import { ledgerAddress } from '#components/finance/admin/finance-filters.tsx'
import { OrderAction, type OrderActionSpec } from '#components/orders/admin/order-action.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { REASON } from '#components/ui/admin/form-field.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { ExactSum } from '#components/ui/admin/money-amount.tsx'
import { Mark, Panel } from '#components/ui/admin/panel.tsx'
import type { ProviderCredit } from '#lib/cancellations/rules/cancellation-queue.ts'
import { prepare } from '#lib/core/client/prepare-call.ts'
import type { CancellationCredit } from '#lib/finance/rules/provider-ledger.ts'
import type { confirmProviderCreditCall } from '#lib/finance/schema.ts'

type Confirmation = Pick<CancellationCredit, 'confirmedAt' | 'confirmedBy'>

/** Whether a credit is only expected yet, or who saw it on the account. */
function CreditState({ confirmedAt, confirmedBy }: Confirmation) {
  const t = useTranslations('admin-desk.credit')
  if (!confirmedAt) return <Mark tone="wait">{t('open')}</Mark>

  return (
    <Mark tone="ok">
      <span>
        {t.rich('confirmed', { by: confirmedBy ?? '-', at: () => <LocalTime at={confirmedAt} show="moment" /> })}
      </span>
    </Mark>
  )
}

/** What the supplier owes for an eSIM that went back with others of its request: the ledger has one entry for them all. */
export function EsimCredit({ credit, count }: { credit: CancellationCredit; count: number }) {
  const t = useTranslations('admin-desk.credit')

  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      <Link className="a-link" href={ledgerAddress({ q: credit.id })}>
        {t('ofCards', { count })}
      </Link>
      <ExactSum amount={credit.amount} currency={credit.currency} />
      <CreditState {...credit} />
    </p>
  )
}

/** Credits that the supplier owes for what went back: expected by us, confirmed by a person with a name. */
export function CreditPanel({ credits, mayConfirm }: { credits: ProviderCredit[]; mayConfirm: boolean }) {
  const t = useTranslations('admin-desk.credit')
  const tLabel = useTranslations('admin.label')

  return (
    <Panel
      id="desk-credits"
      title={t('title')}
      hint={t('hint')}
      beside={
        <Link className="a-link a-meta ms-auto" href={ledgerAddress({ kind: 'expected_credit' })}>
          {t('all')}
        </Link>
      }
    >
      <ListTable
        label={t('title')}
        rows={credits}
        empty={t('empty')}
        first={[
          {
            ...{ head: tLabel('providerOrder'), className: 'a-id', isName: true },
            cell: ({ order, orderNum }) =>
              order ? (
                <Link className="a-link" href={`/admin/orders/${order.id}`}>
                  {orderNum}
                </Link>
              ) : (
                (orderNum ?? '-')
              ),
          },
          { head: tLabel('amount'), className: 'a-num', cell: (credit) => <ExactSum {...credit} /> },
          { head: t('expected'), cell: ({ at }) => <LocalTime at={at} show="moment" /> },
          {
            ...{ head: tLabel('state'), className: 'whitespace-normal phone:min-w-32' },
            cell: (credit) => (
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
                <CreditState {...credit} />
                {mayConfirm && !credit.confirmedAt ? <Confirm credit={credit} /> : null}
              </span>
            ),
          },
        ]}
      />
    </Panel>
  )
}

function Confirm({ credit }: { credit: ProviderCredit }) {
  const t = useTranslations('admin-desk.credit')
  const tLabel = useTranslations('admin.label')
  const { amount, currency, orderNum } = credit
  const spec: OrderActionSpec = {
    title: tLabel('confirm'),
    effect: t('effect', { amount: `${amount} ${currency}`, order: orderNum ?? '-' }),
    press: tLabel('confirm'),
    call: prepare<typeof confirmProviderCreditCall>('POST /api/admin/finance/credits/[id]', {
      params: { id: credit.id },
    }),
    fields: [REASON],
  }

  return <OrderAction spec={spec} variant="small" />
}
