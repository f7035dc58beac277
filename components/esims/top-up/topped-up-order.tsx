import { useLocale, useTranslations } from 'next-intl'
import { OwnWords } from '#components/esims/steps.tsx'
import { esimWord, topUpPath } from '#components/esims/top-up/top-up-path.ts'
import { EmailCorrection } from '#components/orders/email-correction.tsx'
import { HelpPart } from '#components/orders/help-part.tsx'
import { OrderItemView } from '#components/orders/order-item-view.tsx'
import { planText } from '#components/orders/plan-text.ts'
import { Rail } from '#components/orders/rail.tsx'
import { ReceiptPart } from '#components/orders/receipt.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { OrderPage, TopUpTarget } from '#lib/settings/rules/shop.ts'

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
  const word = { last4: target.iccidLast4, esim: esimWord(target) }
  const words = useTranslations('order')
  const locale = toLocale(useLocale())

  return (
    <>
      <div className="order-head">
        <OrderItemView number={order.number} createdAt={order.createdAt} />
        <h1>{t('headline.ready', word)}</h1>
        <p className="soft">{t('body.ready', word)}</p>
      </div>
      <Rail order={order} status="ready" />
      <div className="panels no-print">
        <section className="panel">
          <h2>{t('for', word)}</h2>
          {order.items.map((item) => (
            <div key={item.id} className="stack gap-3 mb-3">
              <p className="flex items-center gap-3">
                <Flag iso2={item.destination.iso2} lazy={false} />
                <b>
                  {words('receipt.item', {
                    count: item.count,
                    destination: item.destination.name,
                    plan: planText(words, item, locale),
                  })}
                </b>
              </p>
              <OwnWords words={item.words} />
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
      <div className="parts no-print">
        <ReceiptPart order={order} />
        <HelpPart writeHref={writeHref} destination={order.items[0]?.destination.name ?? ''} hasCode={false} />
      </div>
    </>
  )
}
