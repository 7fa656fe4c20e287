import type { Fact } from './decision.js'

/** The facts that carry a note forward, and where to. */
export const milestones = {
  CarrierAssigned: 'assigned',
  GoodsTakenOver: 'in_transit',
  DeliveryConfirmed: 'delivered',
} as const

export type Milestone = Extract<Fact, { readonly type: keyof typeof milestones }>
