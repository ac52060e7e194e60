import { useCopy } from '#kit/copy/copy.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import type { PaymentMethodWire } from '#shared/features/billing/wire.ts'
import { Choice } from './Choice.tsx'
import { methodExpiry, methodName } from './method-name.ts'

/** How to pay: a saved method by its id, or 0 for the provider’s page, where a new one may be saved. */
export type Way = { methodId: number; savesMethod: boolean }

/** The newest saved method is offered first. */
export const wayOf = (chosen: Way | undefined, methods: readonly PaymentMethodWire[]): Way =>
  chosen ?? { methodId: methods[0]?.id ?? 0, savesMethod: false }

interface Props {
  methods: readonly PaymentMethodWire[]
  way: Way
  onChange: (way: Way) => void
  /** It is charged again later, so a new method is saved in any case. */
  isChargedLater: boolean
}

/** Which saved method is charged, or a new one. */
export function MethodChoice({ methods, way, onChange, isChargedLater }: Props) {
  const t = useCopy()
  const saved = methods.map(method => {
    const date = methodExpiry(method)
    return {
      value: method.id,
      label: methodName(t, method),
      ...(date && { hint: t('billing.method.until', { date }) }),
    }
  })
  const fresh = { value: 0, label: t('billing.method.new'), hint: t('billing.method.newText') }
  return (
    <>
      {saved.length > 0 && (
        <Choice
          legend={t('billing.method.title')}
          options={[...saved, fresh]}
          value={way.methodId}
          onChange={methodId => onChange({ ...way, methodId })}
        />
      )}
      {way.methodId === 0 && !isChargedLater && (
        <Checkbox
          label={t('billing.method.save')}
          checked={way.savesMethod}
          onChange={event => onChange({ ...way, savesMethod: event.target.checked })}
        />
      )}
      {isChargedLater && <p>{t('billing.method.later')}</p>}
    </>
  )
}
