import type { ComponentProps, ElementType } from 'react'

type TicketProps = ComponentProps<'div'> & { as?: ElementType; best?: boolean }

/** An eSIM with one tear line: what one gets above it (`TicketPart`), the facts and the action below (`TicketPart`). */
export function Ticket({ as: Tag = 'div', best = false, className, ...rest }: TicketProps) {
  const classes = ['ticket', best && 'ticket-best', className].filter(Boolean).join(' ')

  return <Tag {...rest} className={classes} />
}

export function TicketPart({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={className ? `ticket-part ${className}` : 'ticket-part'} />
}

export function TicketTear() {
  return <div className="tear" aria-hidden="true" />
}
