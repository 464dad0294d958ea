package dev.baton.integration.security;

import java.util.List;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/**
 * Gives every znode one ACL.
 *
 * @param acl who may do what
 */
record Guard(List<ACL> acl) implements ACLProvider {

    /** All for whoever creates the znode, under each name that it has signed in with. */
    static Guard ofCreator() {
        return new Guard(ZooDefs.Ids.CREATOR_ALL_ACL);
    }

    /** As ZooKeeper shows what {@link #ofCreator} asked for. */
    static List<ACL> allFor(String scheme, String id) {
        return List.of(new ACL(ZooDefs.Perms.ALL, new Id(scheme, id)));
    }

    @Override
    public List<ACL> getDefaultAcl() {
        return acl;
    }

    @Override
    public List<ACL> getAclForPath(String path) {
        return acl;
    }
}
