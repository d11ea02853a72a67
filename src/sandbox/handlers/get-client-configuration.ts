/** GET /clientConfiguration: the two documented fields. */
import type { Handler } from '../handler.ts';

export const getClientConfiguration: Handler<'getClientConfiguration'> = (_, { state, settings }) => {
  const { isAutoCategorizationEnabled, userNotificationCallbackUrl: url } = state.client;
  const unset = {
    empty: { userNotificationCallbackUrl: '' },
    null: { userNotificationCallbackUrl: null },
    absent: {},
  };
  return {
    status: 200,
    body: {
      isAutoCategorizationEnabled,
      ...(url === null ? unset[settings.callbackUnset] : { userNotificationCallbackUrl: url }),
    },
  };
};
