import { useLocale, useTranslations } from 'next-intl'
import { ProviderTerms } from '#components/esims/steps.tsx'
import { esimWord, PLACES, topUpPath } from '#components/esims/top-up/top-up-path.ts'
import { EmailCorrection } from '#components/orders/email-correction.tsx'
import { HelpPart } from '#components/orders/help-part.tsx'
import { OrderItemView, type PlacedEsim } from '#components/orders/item-list.tsx'
import { OrderStepper } from '#components/orders/order-stepper.tsx'
import { planText } from '#components/orders/order-texts.ts'
import { ReceiptPart } from '#components/orders/receipt.tsx'
import { useItemText } from '#components/orders/use-order-texts.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { Amount, ItemStatus, OrderPage, ShopPlanKind, TopUpTarget } from '#lib/settings/rules/shop.ts'

/** The way from an eSIM to what is on it and what can be added. */
export function TopUpLink({ orderId, esimId, canTopUp }: { orderId: string; esimId: string; canTopUp: boolean }) {
  const t = useTranslations('topup.link')
  const tTopup = useTranslations('topup')
  const href = topUpPath({ orderId, esimId })

  return (
    <section className="panel no-print">
      <h2>{t('heading')}</h2>
      <p>{t(canTopUp ? 'body' : 'no')}</p>
      {canTopUp ? (
        <p className="actions mt-4">
          <ButtonLink tone="ink" href={href}>
            {t('topUp')}
          </ButtonLink>
          <ButtonLink href={`${href}#${PLACES}`}>{tTopup('places.heading')}</ButtonLink>
        </p>
      ) : null}
    </section>
  )
}

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

/** Each eSIM of an order with what was put on it later, and the way to put on more. */
export function TopUpChain({ orderId, esims, topUps }: { orderId: string; esims: PlacedEsim[]; topUps: TopUp[] }) {
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
  const tTopup = useTranslations('topup')
  const { esim, item, n } = placed

  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-line py-3.5 not-first:border-t">
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
          {tTopup('link.topUp')}
        </ButtonLink>
      ) : (
        <span className="small soft">{t('cannot')}</span>
      )}
    </li>
  )
}

function TopUpRow({ topUp }: { topUp: TopUp }) {
  const t = useTranslations('topup.chain')
  const tOrder = useTranslations('order')
  const locale = toLocale(useLocale())
  const name = t('order', { number: topUp.number })

  return (
    <li className="small">
      {planText(tOrder, topUp, locale)}, {t(`standing.${topUp.status}`)}{' '}
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

type ToppedUpOrderProps = {
  order: OrderPage
  target: TopUpTarget
  /** Whether the reader may see the order that the eSIM came with. */
  canSeeFirst: boolean
  writeHref: string
}

/** An order whose plan is on the eSIM that its buyer had: nothing to install, one step back to that eSIM. */
export function ToppedUpOrder({ order, target, canSeeFirst, writeHref }: ToppedUpOrderProps) {
  const t = useTranslations('topup.order')
  const itemText = useItemText()
  const word = { last4: target.iccidLast4, esim: esimWord(target) }

  return (
    <>
      <div className="order-head">
        <OrderItemView number={order.number} createdAt={order.createdAt} />
        <h1>{t('headline.ready', word)}</h1>
        <p className="soft">{t('body.ready', word)}</p>
      </div>
      <OrderStepper order={order} status="ready" />
      <div className="panels no-print">
        <section className="panel">
          <h2>{t('for', word)}</h2>
          {order.items.map((item) => (
            <div key={item.id} className="stack gap-3 mb-3">
              <p className="flex items-center gap-3">
                <Flag iso2={item.destination.iso2} lazy={false} />
                <b>{itemText(item)}</b>
              </p>
              <ProviderTerms words={item.words} />
            </div>
          ))}
          <p>{t('firstOrder', word)}</p>
          {canSeeFirst ? (
            <p className="actions mt-4">
              <ButtonLink tone="primary" href={topUpPath(target)}>
                {t('toCard')}
              </ButtonLink>
              <ButtonLink href={`/o/${target.orderId}`}>{t('toFirst')}</ButtonLink>
            </p>
          ) : null}
          {target.orderId === null ? (
            <p className="actions mt-4">
              <ButtonLink href={topUpPath(target)}>{t('another')}</ButtonLink>
            </p>
          ) : null}
        </section>
        {order.canCorrectEmail ? <EmailCorrection orderId={order.id} emailMasked={order.emailMasked} /> : null}
      </div>
      <div className="mt-5 no-print">
        <ReceiptPart order={order} />
        <HelpPart writeHref={writeHref} destination={order.items[0]?.destination.name ?? ''} hasCode={false} />
      </div>
    </>
  )
}
