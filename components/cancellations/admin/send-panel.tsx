import { useTranslations } from 'next-intl'
import { cancelEsims } from '#components/cancellations/admin/cancel-esims.ts'
import { CancelEsim } from '#components/cancellations/admin/cancellation-list.tsx'
import { ReadOrderAgain } from '#components/esims/admin/read-again.tsx'
import { OrderAction, type OrderActionSpec } from '#components/orders/admin/order-action.tsx'
import { sumText } from '#components/ui/admin/money-amount.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import type { CancellationAnswer } from '#lib/cancellations/rules/cancellation-queue.ts'

type Esim = CancellationAnswer & { iccid: string; priceShareMinor: number; currency: string }
type SendPanelProps = { order: { id: string; number: string }; esims: Esim[]; canRequest: boolean }

/** The delivered eSIMs of one order with their answers, to be ticked and sent back. */
export function SendPanel({ order, esims, canRequest }: SendPanelProps) {
  const t = useTranslations('admin-desk.desk')
  const tActions = useTranslations('admin-acts')
  const tag = useTag()
  const spec: OrderActionSpec = {
    title: t('send.title', { number: order.number }),
    effect: t('send.effect'),
    press: t('send.press'),
    ...cancelEsims({
      orderId: order.id,
      label: tActions('cards'),
      options: esims.map(({ esimId, iccid, answer, priceShareMinor, currency }) => ({
        value: esimId,
        label: `${iccid}  ${sumText(priceShareMinor, currency, tag)} ${currency}`,
        isDisabled: answer === 'no',
      })),
    }),
  }
  const canSend = canRequest && esims.some(({ answer }) => answer !== 'no')

  return (
    <Panel
      id={`desk-send-${order.id}`}
      title={<OrderLink {...order} />}
      end={
        esims.length > 0 && canRequest ? (
          <>
            <ReadOrderAgain orderId={order.id} />
            {canSend ? <OrderAction spec={spec} label={t('send.choose')} variant="primary" /> : null}
          </>
        ) : null
      }
    >
      {esims.length === 0 ? <p className="a-emptyline">{t('send.none')}</p> : null}
      {esims.map((esim) => (
        <CancelEsim
          key={esim.esimId}
          id={esim.esimId}
          iccid={esim.iccid}
          state={`${sumText(esim.priceShareMinor, esim.currency, tag)} ${esim.currency}`}
          answer={esim}
          when={t('factsNow')}
        />
      ))}
    </Panel>
  )
}
