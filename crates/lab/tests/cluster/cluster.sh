#!/bin/sh
# A Slurm of three nodes on this machine, in a folder of its own, for as long as somebody holds our input open.
# cluster.sh FOLDER PORT PORT PORT PORT: the first port is the controller's. Says "ready" or why not.
folder=$1 host=$(hostname -s) user=$(id -un)
PATH=$PATH:/usr/sbin:/sbin
export PATH SLURM_CONF="$folder/slurm.conf"
mkdir -p "$folder/run" "$folder/state" "$folder/log" && chmod 755 "$folder" "$folder/run"

stop() {
    # Jobs first: the steps of jobs that are cut off would be left behind.
    scancel --quiet --user="$user" 2>/dev/null
    tries=0
    while [ $tries -lt 40 ] && [ -n "$(squeue --noheader 2>/dev/null)" ]; do sleep 0.1; tries=$((tries + 1)); done
    for file in "$folder"/run/*.pid; do [ -s "$file" ] && kill "$(cat "$file")" 2>/dev/null; done
    sleep 0.5
    for file in "$folder"/run/*.pid; do [ -s "$file" ] && kill -9 "$(cat "$file")" 2>/dev/null; done
    rm -rf "$folder"
}
trap stop EXIT
# Whoever ends the tests by a signal ends us the usual way: our input is closed.
trap '' INT TERM HUP

cat >"$SLURM_CONF" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$2
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$folder/run/munge.sock
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/state/spool.%n
SlurmctldPidFile=$folder/run/slurmctld.pid
SlurmdPidFile=$folder/run/slurmd.%n.pid
SlurmctldLogFile=$folder/log/slurmctld.log
SlurmdLogFile=$folder/log/slurmd.%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,sched_min_interval=100000,bf_interval=1
ReturnToService=2
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MaxArraySize=51
KillWait=2
OverTimeLimit=0
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
SlurmctldParameters=preempt_send_user_signal
MinJobAge=10
SlurmdTimeout=30
NodeName=n1 NodeAddr=127.0.0.1 NodeHostname=$host Port=$3 CPUs=1 RealMemory=100000 State=UNKNOWN
NodeName=n2 NodeAddr=127.0.0.1 NodeHostname=$host Port=$4 CPUs=1 RealMemory=100000 State=UNKNOWN
NodeName=n3 NodeAddr=127.0.0.1 NodeHostname=$host Port=$5 CPUs=1 RealMemory=100000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP PriorityTier=1 GraceTime=3
PartitionName=urgent Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=10
CONF

head -c 1024 /dev/urandom >"$folder/key" && chmod 400 "$folder/key"
munged --force --key-file="$folder/key" --socket="$folder/run/munge.sock" --pid-file="$folder/run/munged.pid" \
    --log-file="$folder/log/munged.log" --seed-file="$folder/seed" 2>"$folder/log/munged.err" ||
    { echo "munged does not start: $(cat "$folder/log/munged.err")"; exit 1; }
slurmctld -f "$SLURM_CONF" || { echo "slurmctld does not start"; exit 1; }
for node in n1 n2 n3; do
    slurmd -f "$SLURM_CONF" -N $node || { echo "slurmd does not start"; exit 1; }
done
tries=0
until [ "$(sinfo --noheader --states=idle --format=%D 2>/dev/null | tr -d ' \n')" = 3 ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { echo "the nodes are not idle: $(sinfo 2>&1; tail -n 5 "$folder"/log/slurmctld.log)"; exit 1; }
    sleep 0.1
done
echo ready
read -r _
