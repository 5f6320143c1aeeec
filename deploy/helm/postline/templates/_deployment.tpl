{{/* The Deployment of a role. Takes a dictionary with root, role, and own: the values of the role. */}}
{{- define "postline.deployment" -}}
{{- $root := .root -}}
{{- $role := .role -}}
{{- $own := .own -}}
{{- $fullname := include "postline.fullname" $root -}}
{{- $ports := include "postline.ports" $root | fromYaml -}}
{{- $secrets := splitList "," (include "postline.secretsOf" (dict "root" $root "role" $role)) -}}
{{- $listensForSmtp := eq $role "smtp" -}}
{{- $hasSmtps := and $root.Values.smtp.enabled (ne $root.Values.smtp.tls.existingSecret "") -}}
{{- $smtpTls := and $listensForSmtp $hasSmtps -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $fullname }}-{{ $role }}
  labels:
    {{- include "postline.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
spec:
  {{- if not (dig "autoscaling" "enabled" false $own) }}
  replicas: {{ $own.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels:
      {{- include "postline.selectorLabels" $root | nindent 6 }}
      app.kubernetes.io/component: {{ $role }}
  template:
    metadata:
      labels:
        {{- /* Without versions: a pod whose image stays is not replaced by an upgrade. */}}
        {{- include "postline.selectorLabels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $role }}
        {{- with $own.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        # Settings are read at the start: changed ones replace the pods.
        checksum/settings: {{ include "postline.settings" $root | sha256sum }}
        checksum/secret: {{ $root.Values.secrets.values | toJson | sha256sum }}
        {{- with $own.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ $fullname }}-{{ $role }}
      automountServiceAccountToken: false
      # The variables of a Service called smtp or metrics would have the names of settings.
      enableServiceLinks: false
      # 30 seconds to finish open work, after the time in which no new work should arrive any more.
      terminationGracePeriodSeconds: {{ add 30 (eq $role "api" | ternary (int $root.Values.settings.DRAIN_SECONDS) 5) }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        fsGroupChangePolicy: OnRootMismatch
        seccompProfile: { type: RuntimeDefault }
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- range $field := list "priorityClassName" "nodeSelector" "tolerations" "affinity" }}
      {{- with index $own $field }}
      {{ $field }}: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- end }}
      topologySpreadConstraints:
        {{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
        - topologyKey: {{ $key }}
          maxSkew: 1
          whenUnsatisfiable: ScheduleAnyway
          # Of one version: those that are being replaced do not count.
          matchLabelKeys: [pod-template-hash]
          labelSelector:
            matchLabels:
              {{- include "postline.selectorLabels" $root | nindent 14 }}
              app.kubernetes.io/component: {{ $role }}
        {{- end }}
      containers:
        - name: {{ $role }}
          image: {{ include "postline.image" . }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          envFrom:
            - configMapRef: { name: {{ $fullname }} }
          env:
            - { name: ROLES, value: {{ $role }} }
            - { name: HOST, value: {{ $root.Values.listenAddress | quote }} }
            - { name: PORT, value: {{ $ports.http | quote }} }
            - { name: METRICS_HOST, value: {{ $root.Values.listenAddress | quote }} }
            - { name: METRICS_PORT, value: {{ $ports.metrics | quote }} }
            {{- if $listensForSmtp }}
            - { name: SMTP_PORT, value: {{ $ports.smtp | quote }} }
            {{- if $smtpTls }}
            - { name: SMTPS_PORT, value: {{ $ports.smtps | quote }} }
            - { name: SMTP_TLS_CERT, value: /etc/postline/smtp/tls.crt }
            - { name: SMTP_TLS_KEY, value: /etc/postline/smtp/tls.key }
            {{- end }}
            {{- else if eq $role "api" }}
            # Not listened on here: the API tells accounts the ports of the Service.
            - { name: SMTP_HOST, value: {{ $fullname }}-smtp }
            - { name: SMTP_PORT, value: {{ $root.Values.smtp.enabled | ternary "587" "0" | quote }} }
            - { name: SMTPS_PORT, value: {{ $hasSmtps | ternary "465" "0" | quote }} }
            {{- end }}
            {{- range $secrets }}
            - { name: {{ . }}_FILE, value: /run/secrets/postline/{{ . }} }
            {{- end }}
            {{- with $own.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          ports:
            - { name: metrics, containerPort: {{ $ports.metrics }} }
            {{- if eq $role "api" }}
            - { name: http, containerPort: {{ $ports.http }} }
            {{- else if $listensForSmtp }}
            - { name: smtp, containerPort: {{ $ports.smtp }} }
            {{- if $smtpTls }}
            - { name: smtps, containerPort: {{ $ports.smtps }} }
            {{- end }}
            {{- end }}
          # On the port of the metrics, which has no limit of connections that clients could use up.
          startupProbe:
            httpGet: { path: /healthz, port: metrics }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: {{ max 1 (div $root.Values.startupSeconds 5) }}
          livenessProbe:
            httpGet: { path: /healthz, port: metrics }
            periodSeconds: 15
            timeoutSeconds: 5
            failureThreshold: 4
          readinessProbe:
            {{- if eq $role "api" }}
            httpGet: { path: {{ $own.readinessPath }}, port: http }
            {{- else if $listensForSmtp }}
            tcpSocket: { port: smtp }
            {{- else }}
            # Nobody calls it, but a roll-out goes on only when MongoDB and Valkey can be used.
            httpGet: { path: /readyz, port: metrics }
            {{- end }}
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 3
          {{- if $listensForSmtp }}
          lifecycle:
            # Load balancers need a moment to notice that the pod ends.
            preStop:
              exec: { command: [sleep, "5"] }
          {{- end }}
          resources: {{- toYaml $own.resources | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            - { name: secrets, mountPath: /run/secrets/postline, readOnly: true }
            {{- if $root.Values.serverCertificates.existingSecret }}
            - { name: server-certificates, mountPath: /etc/postline/servers, readOnly: true }
            {{- end }}
            {{- if $smtpTls }}
            - { name: smtp-certificate, mountPath: /etc/postline/smtp, readOnly: true }
            {{- end }}
            {{- with $own.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: { medium: Memory, sizeLimit: 64Mi }
        - name: secrets
          secret:
            secretName: {{ include "postline.secretName" $root }}
            defaultMode: 0440
            items:
              {{- range $secrets }}
              - { key: {{ . }}, path: {{ . }} }
              {{- end }}
        {{- with $root.Values.serverCertificates.existingSecret }}
        - name: server-certificates
          secret: { secretName: {{ . }}, defaultMode: 0440 }
        {{- end }}
        {{- if $smtpTls }}
        - name: smtp-certificate
          secret: { secretName: {{ $root.Values.smtp.tls.existingSecret }}, defaultMode: 0440 }
        {{- end }}
        {{- with $own.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end -}}
