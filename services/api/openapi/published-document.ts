import { openApiWebhooks } from '@ecmr/webhooks'
import { addAnswerHeaders } from './add-answer-headers.js'
import { addHeaderParameters } from './header-parameters.js'
import { hoistRepeated } from './hoist-repeated.js'
import { hoistTitledSchemas } from './hoist-schemas.js'
import { openAnswers } from './open-answers.js'
import { admitMissingBodies } from './optional-bodies.js'
import { withPortablePatterns } from './portable-patterns.js'

/**
 * The OpenAPI document as it is published, made from what the routes say: complete with headers and notifications, open to more
 * members in answers, and short.
 *
 * @param optionalBodies operations whose body may be missing
 */
export function publishedDocument<D extends { paths?: object | undefined; components?: object }>(
  ofRoutes: D,
  optionalBodies: ReadonlySet<string>,
) {
  const described = addAnswerHeaders(addHeaderParameters(admitMissingBodies(ofRoutes, optionalBodies)))
  const opened = openAnswers({ ...described, webhooks: openApiWebhooks })
  return hoistRepeated(hoistTitledSchemas(withPortablePatterns(opened)))
}
