import { useTranslations } from 'next-intl'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Separator } from '#components/ui/admin/separator.tsx'
import { Sum } from '#components/ui/admin/sum.tsx'
import type { AdminOrder } from '#lib/orders/rules/admin-order.ts'

/** Held, captured, refunded and margin; below them where the captured sum stands. The parts add up to it. */
export function MoneyPanel({ order }: { order: AdminOrder }) {
  const t = useTranslations('admin')
  const { currency, money, payments } = order
  const parts = [
    { key: 'kept', minor: money.keptMinor },
    { key: 'open', minor: money.openMinor },
    { key: 'back', minor: money.refundedMinor },
  ].filter(({ minor }) => minor > 0)

  return (
    <Panel
      id="money"
      title={t('money.title')}
      beside={payments.map(({ id, provider, state, reason, isTest }) => (
        <span key={id} className="a-meta">
          {t(isTest ? 'money.test' : 'money.real', { provider: knownWords(t, 'provider', provider) })}
          <Separator />
          {knownWords(t, 'payment', state)}
          {reason ? ` (${knownWords(t, 'held', reason)})` : null}
        </span>
      ))}
    >
      <div className="a-pb a-pb-stack">
        <div className="a-steps">
          <Figure name={t('money.held')} minor={money.heldMinor} currency={currency} />
          <Figure name={t('money.captured')} minor={money.capturedMinor} currency={currency} />
          <Figure name={t('money.refunded')} minor={money.refundedMinor} currency={currency} />
          {order.marginMinor === null ? (
            <div>
              <span className="a-cap">{t('money.total')}</span>
              <span className="a-fig">
                <Sum minor={order.totalMinor} currency={currency} bare />
              </span>
            </div>
          ) : (
            <Figure name={t('money.margin')} minor={order.marginMinor} currency={currency} />
          )}
        </div>
        {parts.length > 0 ? (
          <>
            <div className="a-bar" aria-hidden="true">
              {parts.map(({ key, minor }) => (
                <span key={key} className={`a-seg-${key}`} style={{ flexGrow: minor }} />
              ))}
            </div>
            <p className="a-row">
              {parts.map(({ key, minor }) => (
                <span key={key} className="a-key">
                  <i className={`a-seg-${key}`} aria-hidden="true" />
                  {t(`money.${key}`)} <Sum minor={minor} currency={currency} />
                </span>
              ))}
              <span className="a-meta">
                {t('money.sumsTo')} <Sum minor={money.capturedMinor} currency={currency} />
              </span>
            </p>
          </>
        ) : (
          <p className="a-meta">{t('money.nothing')}</p>
        )}
        {order.uses.map(({ promotionId, code, discountMinor, releasedAt }) => (
          <p key={promotionId} className="a-meta">
            {t.rich(releasedAt ? 'money.voucherFree' : 'money.voucher', { code, b: (words) => <bdi>{words}</bdi> })}{' '}
            <Sum minor={-discountMinor} currency={currency} />
          </p>
        ))}
      </div>
    </Panel>
  )
}

function Figure({ name, minor, currency }: { name: string; minor: number; currency: string }) {
  return (
    <div>
      <span className="a-cap">
        {name} {currency}
      </span>
      <span className="a-fig">
        <Sum minor={minor} currency={currency} bare />
      </span>
    </div>
  )
}
