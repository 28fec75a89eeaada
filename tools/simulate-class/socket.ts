import { channels, type ConfigView, type LessonEvent } from '@classwright/contract';
import PusherModule from 'pusher-js';

const Pusher = PusherModule as unknown as typeof import('pusher-js').default;

/** Listens to a lesson with the official client, as a phone does. Returns a function that disconnects. */
export function listenToLesson({
  config,
  url,
  token,
  assessmentId,
  onEvent,
}: {
  config: ConfigView;
  url: string;
  token: string;
  assessmentId: number;
  onEvent: (event: LessonEvent) => void;
}): () => void {
  const { key, port, tls, auth_endpoint } = config.realtime;
  const socket = new Pusher(key, {
    cluster: '',
    wsHost: new URL(url).hostname,
    wsPort: port,
    wssPort: port,
    forceTLS: tls,
    enabledTransports: ['ws', 'wss'],
    disableStats: true,
    channelAuthorization: { transport: 'ajax', endpoint: `${url}${auth_endpoint}`, headers: { authorization: `Bearer ${token}` } },
  });
  const channel = socket.subscribe(channels.assessment(assessmentId));
  channel.bind_global((name: string, data: unknown) => {
    if (name.startsWith('assessment.')) onEvent({ ...(data as object), name } as LessonEvent);
  });
  return () => socket.disconnect();
}
