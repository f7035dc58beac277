import { useLocale, useTranslations } from 'next-intl'
import { topUpPath } from '#components/esims/top-up/top-up-path.ts'
import type { PlacedEsim } from '#components/orders/esim-list.ts'
import { planText } from '#components/orders/plan-text.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { Amount, ItemStatus, ShopPlanKind } from '#lib/settings/rules/shop.ts'

/** A top-up of an eSIM of the order, in an order of its own; `orderId` is null where this browser may not see that. */
export type TopUp = {
  id: string
  esimId: string
  orderId: string | null
  number: string
  amount: Amount
  term: ShopPlanKind
  days: number
  status: ItemStatus
}

type TopUpChainProps = { orderId: string; esims: PlacedEsim[]; topUps: TopUp[] }

/** Each eSIM of an order with what was put on it later, and the way to put on more. */
export function TopUpChain({ orderId, esims, topUps }: TopUpChainProps) {
  const t = useTranslations('topup.chain')
  const here = esims.filter(({ esim }) => esim.return.state !== 'returned')
  if (here.length === 0) return null

  return (
    <Panel id="data">
      <h2>{t('heading')}</h2>
      <ul className="chain">
        {here.map((placed) => (
          <Esim
            key={placed.esim.id}
            orderId={orderId}
            placed={placed}
            topUps={topUps.filter(({ esimId }) => esimId === placed.esim.id)}
          />
        ))}
      </ul>
    </Panel>
  )
}

function Esim({ orderId, placed, topUps }: { orderId: string; placed: PlacedEsim; topUps: TopUp[] }) {
  const t = useTranslations('topup.chain')
  const { esim, item, n } = placed

  return (
    <li>
      <div>
        <b>{esim.travellerName ?? t('esim', { n, last4: esim.iccidLast4 })}</b>
        {topUps.length === 0 ? <p className="small soft">{t('none')}</p> : null}
        {topUps.length > 0 ? (
          <ol>
            {topUps.map((topUp) => (
              <TopUpRow key={topUp.id} topUp={topUp} />
            ))}
          </ol>
        ) : null}
      </div>
      {item.canTopUp ? (
        <ButtonLink size="small" href={topUpPath({ orderId, esimId: esim.id })} aria-label={t('topUpName', { n })}>
          {t('topUp')}
        </ButtonLink>
      ) : (
        <span className="small soft">{t('cannot')}</span>
      )}
    </li>
  )
}

function TopUpRow({ topUp }: { topUp: TopUp }) {
  const t = useTranslations('topup.chain')
  const words = useTranslations('order')
  const locale = toLocale(useLocale())
  const name = t('order', { number: topUp.number })

  return (
    <li className="small">
      {planText(words, topUp, locale)}, {t(`standing.${topUp.status}`)}{' '}
      {topUp.orderId === null ? (
        <span className="soft">{name}</span>
      ) : (
        <a className="text-link" href={`/o/${topUp.orderId}`}>
          {name}
        </a>
      )}
    </li>
  )
}
